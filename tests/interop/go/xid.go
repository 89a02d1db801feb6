package main

import (
	"time"

	"github.com/rs/xid"
)

func xidFields(x xid.ID) map[string]uint64 {
	m := x.Machine()
	return map[string]uint64{
		"timestamp_s": uint64(x.Time().Unix()),
		"machine":     uint64(m[0])<<16 | uint64(m[1])<<8 | uint64(m[2]),
		"pid":         uint64(x.Pid()),
		"counter":     uint64(x.Counter()),
	}
}

func xids(s *sortid) {
	var all []xid.ID
	for _, then := range instants() {
		made := xid.NewWithTime(then)
		check(made.Time().Equal(then.Truncate(time.Second)), "the time of %s: %s", made, then)
		all = append(all, made, xid.New())
	}
	xid.Sort(all)
	var read []id
	for _, x := range all {
		read = append(read, s.reads(x.String(), "xid", x.Bytes(), xidFields(x), x.Time()))
		// The same bits as a MongoDB ObjectId.
		told := s.ask(question{"op": "convert", "text": x.String(), "format": "xid", "to": "object_id"})
		check(told.Error == "", "%s as object_id: %s", x, told.Error)
	}
	inOrder("rs/xid", read, s.less("xid"))

	var ours []xid.ID
	for _, made := range s.make("xid") {
		x, err := xid.FromString(made.Text)
		check(err == nil, "rs/xid rejects %s: %v", made.Text, err)
		s.reads(x.String(), "xid", x.Bytes(), xidFields(x), x.Time())
		check(isNow(x.Time()), "the time of %s: %s", made.Text, x.Time())
		ours = append(ours, x)
	}
	inOrder("ours by rs/xid", ours, func(a, b xid.ID) bool { return a.Compare(b) < 0 })

	// The module truncates seconds to 32 bits.
	early := xid.NewWithTime(time.Unix(-1, 0))
	check(early.Time().Unix() == 1<<32-1, "a second before 1970: %s", early.Time())
	late := xid.NewWithTime(time.Unix(1<<32, 0))
	check(late.Time().Unix() == 0, "past the last second: %s", late.Time())
	for _, seconds := range []string{"-1", "4294967296"} {
		told := s.ask(question{
			"op": "generate", "format": "xid", "count": 1, "times": []question{{"seconds": seconds, "nanos": 0}},
		})
		check(told.Error == "timestamp_out_of_range", "at %s s: %s %s", seconds, told.Ok, told.Error)
	}
	// Both reject upper case, and bits after the 96th.
	for _, text := range []string{"9M4E2MR0UI3E8A215N4G", "c6e52g2mrqcjl44hf179"} {
		_, err := xid.FromString(text)
		check(err != nil, "rs/xid takes %s", text)
	}
	s.refuses("9M4E2MR0UI3E8A215N4G", "xid", "invalid_character", 1)
	s.refuses("c6e52g2mrqcjl44hf179", "xid", "out_of_range")
}
