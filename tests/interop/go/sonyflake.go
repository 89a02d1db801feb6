package main

import (
	"encoding/binary"
	"strconv"
	"time"

	"github.com/sony/sonyflake"
	two "github.com/sony/sonyflake/v2"
)

// machine16 returns a fixed machine, as a container has no private address.
func machine16() (uint16, error) { return 0xabcd, nil }

// first is the start of version 1, which has no accessor for it.
var first = time.Unix(1_409_529_600, 0)

func sonyflakeFields(number uint64) map[string]uint64 {
	parts := sonyflake.Decompose(number)
	return map[string]uint64{
		"timestamp_10ms": parts["time"], "sequence": parts["sequence"], "machine": parts["machine-id"],
	}
}

func eight(number uint64) []byte { return binary.BigEndian.AppendUint64(nil, number) }

func sonyflakes(s *sortid) {
	generator := sonyflake.NewSonyflake(sonyflake.Settings{MachineID: machine16})
	var read []id
	// Two ticks of the module: each ends after 256 ids, and the caller sleeps.
	for range 512 {
		number, err := generator.NextID()
		check(err == nil, "sonyflake: %v", err)
		text := strconv.FormatUint(number, 10)
		then := first.Add(sonyflake.ElapsedTime(number))
		read = append(read, s.reads(text, "sonyflake", eight(number), sonyflakeFields(number), then))
		check(isNow(then), "the time of %s: %s", text, then)
	}
	inOrder("sony/sonyflake", read, s.less("sonyflake"))

	for i, then := range instants() {
		number, err := sonyflake.Compose(generator, then, uint16(i), uint16(i*331))
		check(err == nil, "sonyflake at %s: %v", then, err)
		fields := map[string]uint64{"sequence": uint64(i), "machine": uint64(uint16(i * 331))}
		text := strconv.FormatUint(number, 10)
		s.reads(text, "sonyflake", eight(number), fields, then.Truncate(10*time.Millisecond))
	}

	var ours []uint64
	for _, made := range s.make("sonyflake") {
		number, err := strconv.ParseUint(made.Text, 10, 64)
		check(err == nil, "%s is not a number: %v", made.Text, err)
		ours = append(ours, number)
		then := first.Add(sonyflake.ElapsedTime(number))
		s.reads(made.Text, "sonyflake", eight(number), sonyflakeFields(number), then)
		check(isNow(then), "the time of %s: %s", made.Text, then)
	}
	inOrder("ours by sony/sonyflake", ours, func(a, b uint64) bool { return a < b })
	secondVersion(s)

	// The module decomposes a set top bit without an error.
	parts := sonyflake.Decompose(1 << 63)
	check(parts["msb"] == 1 && parts["time"] == 1<<39, "a top bit: %v", parts)
	s.refuses("9223372036854775808", "sonyflake", "out_of_range")
}

// secondVersion has the same default layout, and starts at 2025-01-01.
func secondVersion(s *sortid) {
	options := question{"epoch_unix_ms": 1_735_689_600_000}
	machine := func() (int, error) { return 0xabcd, nil }
	generator, err := two.New(two.Settings{MachineID: machine})
	if err != nil {
		check(false, "version 2: %v", err)
		return
	}
	var read []id
	for range count {
		number, err := generator.NextID()
		check(err == nil, "version 2: %v", err)
		parts := generator.Decompose(number)
		fields := map[string]uint64{
			"timestamp_10ms": uint64(parts["time"]),
			"sequence":       uint64(parts["sequence"]),
			"machine":        uint64(parts["machine"]),
		}
		then, text := generator.ToTime(number), strconv.FormatInt(number, 10)
		read = append(read, s.readsWith(options, text, "sonyflake", eight(uint64(number)), fields, then))
		check(isNow(then), "the time of %s: %s", text, then)
	}
	inOrder("sony/sonyflake version 2", read, s.less("sonyflake"))

	for _, made := range s.makeWith(options, "sonyflake") {
		number, err := strconv.ParseInt(made.Text, 10, 64)
		then := generator.ToTime(number)
		check(err == nil && then.Equal(made.time()), "the time of %s by version 2: %s", made.Text, then)
		check(isNow(then), "the time of %s: %s", made.Text, then)
	}
}
