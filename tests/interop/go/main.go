// Exchanges ids with Go modules: fields, times and order, and texts that only they accept.
package main

import (
	"fmt"
	"os"
	"time"
)

const count = 200

var passed, failed int

// check counts a check, and prints it if it fails.
func check(holds bool, what string, arguments ...any) {
	if holds {
		passed++
		return
	}
	failed++
	fmt.Printf("failed: "+what+"\n", arguments...)
}

// instants returns times at odd fractions of a second.
func instants() []time.Time {
	var times []time.Time
	for i := range int64(count) {
		times = append(times, time.Unix(1_721_407_246+i*86_399, i*999_983_777%1_000_000_000))
	}
	return times
}

func isNow(then time.Time) bool {
	return time.Since(then).Abs() < time.Minute
}

// inOrder checks that a sequence is strictly increasing.
func inOrder[T any](who string, run []T, less func(a, b T) bool) {
	for i := range run[1:] {
		check(less(run[i], run[i+1]), "the order of %s: %v, %v", who, run[i], run[i+1])
	}
}

func main() {
	if os.Args[1] == "audit" {
		if err := audit(os.Args[2:]); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	sortid, err := start(os.Args[1])
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	ksuids(sortid)
	ulids(sortid)
	xids(sortid)
	snowflakes(sortid)
	sonyflakes(sortid)
	sids(sortid)
	sortid.end()
	fmt.Printf("%d passed, %d failed\n", passed, failed)
	if failed > 0 {
		os.Exit(1)
	}
}
