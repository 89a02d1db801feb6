package main

import (
	"crypto/rand"
	"math/big"

	"github.com/oklog/ulid/v2"
)

// ulidFields returns the fields of at most 64 bits; the bytes cover the rest.
func ulidFields(u ulid.ULID) map[string]uint64 {
	return map[string]uint64{"timestamp_ms": u.Time()}
}

func ulids(s *sortid) {
	entropy := ulid.Monotonic(rand.Reader, 0)
	var read []id
	for _, then := range instants() {
		millis := ulid.Timestamp(then)
		// The second id of a millisecond increments the first.
		for range 2 {
			u, err := ulid.New(millis, entropy)
			check(err == nil, "ulid at %s: %v", then, err)
			one := s.reads(u.String(), "ulid", u.Bytes(), ulidFields(u), ulid.Time(millis))
			random := new(big.Int).SetBytes(u.Entropy()).String()
			check(one.Fields["randomness"] == random, "the randomness of %s: %s", u, random)
			read = append(read, one)
		}
	}
	inOrder("oklog/ulid", read, s.less("ulid"))

	var ours []ulid.ULID
	for _, made := range s.make("ulid") {
		u, err := ulid.ParseStrict(made.Text)
		check(err == nil, "oklog/ulid rejects %s: %v", made.Text, err)
		s.reads(u.String(), "ulid", u.Bytes(), ulidFields(u), ulid.Time(u.Time()))
		check(isNow(ulid.Time(u.Time())), "the time of %s", made.Text)
		ours = append(ours, u)
	}
	inOrder("ours by oklog/ulid", ours, func(a, b ulid.ULID) bool { return a.Compare(b) < 0 })

	// The module's unchecked parser ignores invalid characters.
	for _, last := range "I!" {
		lax := "01ARZ3NDEKTSV4RRFFQ69G5FA" + string(last)
		taken, err := ulid.Parse(lax)
		check(err == nil && taken.String() == "01ARZ3NDEKTSV4RRFFQ69G5FFZ", "%s: %s, %v", lax, taken, err)
		_, err = ulid.ParseStrict(lax)
		check(err != nil, "its strict parser accepts %s", lax)
		s.refuses(lax, "ulid", "invalid_character", 25)
	}
	_, err := ulid.ParseStrict("8ZZZZZZZZZZZZZZZZZZZZZZZZZ")
	check(err != nil, "oklog/ulid accepts a text above its largest id")
	s.refuses("8ZZZZZZZZZZZZZZZZZZZZZZZZZ", "ulid", "out_of_range")
}
