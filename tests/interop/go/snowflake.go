package main

import (
	"time"

	"github.com/bwmarrin/snowflake"
)

func snowflakeFields(f snowflake.ID) map[string]uint64 {
	node := uint64(f.Node())
	return map[string]uint64{"datacenter": node >> 5, "worker": node & 31, "sequence": uint64(f.Step())}
}

func snowflakes(s *sortid) {
	for _, number := range []int64{0, 1, 31, 32, 389, 1023} {
		node, err := snowflake.NewNode(number)
		check(err == nil, "node %d: %v", number, err)
		var read []id
		for range count {
			f := node.Generate()
			bytes := f.IntBytes()
			one := s.reads(f.String(), "snowflake", bytes[:], snowflakeFields(f), time.UnixMilli(f.Time()))
			told := one.field("datacenter")<<5 | one.field("worker")
			check(told == uint64(number) && isNow(one.time()), "the node of %s: %d", f, told)
			read = append(read, one)
		}
		inOrder("bwmarrin/snowflake", read, s.less("snowflake"))
	}

	var ours []snowflake.ID
	for _, made := range s.make("snowflake") {
		f, err := snowflake.ParseString(made.Text)
		check(err == nil, "bwmarrin/snowflake rejects %s: %v", made.Text, err)
		bytes := f.IntBytes()
		s.reads(f.String(), "snowflake", bytes[:], snowflakeFields(f), time.UnixMilli(f.Time()))
		check(isNow(time.UnixMilli(f.Time())), "the time of %s", made.Text)
		ours = append(ours, f)
	}
	inOrder("ours by bwmarrin/snowflake", ours, func(a, b snowflake.ID) bool { return a < b })

	// The module accepts every integer of 64 bits in any spelling.
	for _, text := range []string{"-4194304", "+1777150623882019", "0777150623882019211"} {
		_, err := snowflake.ParseString(text)
		check(err == nil, "bwmarrin/snowflake rejects %s: %v", text, err)
		s.refuses(text, "snowflake", "invalid_character", 0)
	}
	_, err := snowflake.ParseString("9223372036854775808")
	check(err != nil, "bwmarrin/snowflake accepts a sign bit")
	s.refuses("9223372036854775808", "snowflake", "out_of_range")
}
