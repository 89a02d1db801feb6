package main

import (
	"encoding/binary"
	"slices"
	"time"

	"github.com/segmentio/ksuid"
)

func ksuidFields(k ksuid.KSUID) map[string]uint64 {
	return map[string]uint64{
		"timestamp_s": uint64(k.Timestamp()),
		"payload_hi":  binary.BigEndian.Uint64(k.Payload()),
		"payload_lo":  binary.BigEndian.Uint64(k.Payload()[8:]),
	}
}

func ksuids(s *sortid) {
	var all []ksuid.KSUID
	for _, then := range instants() {
		made, err := ksuid.NewRandomWithTime(then)
		check(err == nil, "ksuid at %s: %v", then, err)
		// The next id, and one of a sequence, whose last two bytes count.
		sequence := ksuid.Sequence{Seed: made}
		counted, err := sequence.Next()
		check(err == nil, "a sequence of ksuid: %v", err)
		all = append(all, made, made.Next(), counted)
	}
	ksuid.Sort(all)
	all = slices.Compact(all)
	var read []id
	for _, k := range all {
		read = append(read, s.reads(k.String(), "ksuid", k.Bytes(), ksuidFields(k), k.Time()))
	}
	inOrder("segmentio/ksuid", read, s.less("ksuid"))

	var ours []ksuid.KSUID
	for _, made := range s.make("ksuid") {
		k, err := ksuid.Parse(made.Text)
		check(err == nil, "segmentio/ksuid rejects %s: %v", made.Text, err)
		s.reads(k.String(), "ksuid", k.Bytes(), ksuidFields(k), k.Time())
		check(isNow(k.Time()), "the time of %s: %s", made.Text, k.Time())
		ours = append(ours, k)
	}
	check(ksuid.IsSorted(ours), "ours are not in the order of segmentio/ksuid")

	// The module decodes a character outside its alphabet as a digit above the largest.
	lax := "0ujtsYcgvSTl8PAuAdqWYSMnLO!"
	taken, err := ksuid.Parse(lax)
	check(err == nil && taken.String() == "0ujtsYcgvSTl8PAuAdqWYSMnLRg", "%s: %s, %v", lax, taken, err)
	s.refuses(lax, "ksuid", "invalid_character", 26)
	// A time before its epoch wraps to 2150.
	early, err := ksuid.NewRandomWithTime(time.Unix(1_399_999_999, 0))
	check(err == nil && early.Time().Year() == 2150, "before the epoch: %s, %v", early.Time(), err)
	told := s.ask(question{
		"op": "generate", "format": "ksuid", "count": 1, "times": []question{{"seconds": "1399999999", "nanos": 0}},
	})
	check(told.Error == "timestamp_out_of_range", "before the epoch: %s %s", told.Ok, told.Error)
	// Both reject a text above the largest id.
	_, err = ksuid.Parse("aWgEPTl1tmebfsQzFP4bxwgy80W")
	check(err != nil, "segmentio/ksuid accepts a text above its largest id")
	s.refuses("aWgEPTl1tmebfsQzFP4bxwgy80W", "ksuid", "out_of_range")
}
