package main

import (
	"encoding/hex"
	"strconv"
	"strings"

	"github.com/chilts/sid"
)

// sids checks ids of the module, which has no parser for ours.
func sids(s *sortid) {
	var read []id
	for range count {
		for _, make := range []func() string{sid.Id, sid.IdHex, sid.IdBase32, sid.IdBase64} {
			text := make()
			one := s.parse(text, "sid", question{})
			check(isNow(one.time()), "the time of %s: %s", text, one.time())
			check(s.forms(one.Text, text), "no form of %s is %s", one.Text, text)
			read = append(read, one)
		}
	}
	inOrder("chilts/sid", read, s.less("sid"))

	text := sid.Id()
	nanos, random, _ := strings.Cut(text, "-")
	one := s.parse(text, "sid", question{})
	check(one.Fields["timestamp_ns"] == nanos, "the time of %s: %s", text, one.Fields["timestamp_ns"])
	check(one.Fields["random"] == strings.TrimLeft(random, "0"), "the rest of %s: %s", text, one.Fields["random"])
	bytes, err := hex.DecodeString(one.Hex)
	check(err == nil && len(bytes) == 16, "the bytes of %s: %s", text, one.Hex)
	then := strconv.FormatInt(one.time().UnixNano(), 10)
	check(then == nanos, "the time of %s: %s", text, then)
}

// forms reports whether a text is one of the forms of an id.
func (s *sortid) forms(text, form string) bool {
	told := s.ask(question{"op": "forms", "text": text, "format": "sid"})
	return told.Error == "" && strings.Contains(string(told.Ok), `"`+form+`"`)
}
