package main

import (
	"bufio"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"time"
)

// sortid is the driver for Rust, which answers each line.
type sortid struct {
	driver  *exec.Cmd
	asked   io.WriteCloser
	answers *bufio.Reader
}

// id is an id as the driver describes it.
type id struct {
	Text   string
	Hex    string
	Fields map[string]string
	Unix   struct {
		Seconds string
		Nanos   int64
	}
}

type question map[string]any

type answer struct {
	Ok     json.RawMessage
	Error  string
	Offset *int
}

func start(path string) (*sortid, error) {
	driver := exec.Command(path)
	driver.Stderr = os.Stderr
	asked, err := driver.StdinPipe()
	if err != nil {
		return nil, err
	}
	answers, err := driver.StdoutPipe()
	if err != nil {
		return nil, err
	}
	return &sortid{driver, asked, bufio.NewReader(answers)}, driver.Start()
}

// end waits for the driver to exit, and checks its status.
func (s *sortid) end() {
	err := s.asked.Close()
	check(err == nil, "closing the driver: %v", err)
	err = s.driver.Wait()
	check(err == nil, "the driver: %v", err)
}

// ask sends a request; a failure ends the program, as later answers would be meaningless.
func (s *sortid) ask(asked question) answer {
	asked["id"] = 0
	line, err := json.Marshal(asked)
	if err == nil {
		_, err = fmt.Fprintf(s.asked, "%s\n", line)
	}
	if err == nil {
		line, err = s.answers.ReadBytes('\n')
	}
	var told answer
	if err == nil {
		err = json.Unmarshal(line, &told)
	}
	if err != nil {
		panic(fmt.Sprintf("%v: %v", asked, err))
	}
	return told
}

// parse reads a text in any form.
func (s *sortid) parse(text, format string, options question) id {
	told := s.ask(question{"op": "parse", "text": text, "format": format, "options": options})
	var read id
	err := json.Unmarshal(told.Ok, &read)
	check(err == nil, "%s as %s: %s", text, format, told.Error)
	return read
}

// reads compares the driver's reading of their canonical text with the module's values.
func (s *sortid) reads(text, format string, bytes []byte, fields map[string]uint64, then time.Time) id {
	return s.readsWith(question{}, text, format, bytes, fields, then)
}

func (s *sortid) readsWith(
	options question, text, format string, bytes []byte, fields map[string]uint64, then time.Time,
) id {
	read := s.parse(text, format, options)
	check(read.Text == text, "%s as %s is %s", text, format, read.Text)
	check(read.Hex == hex.EncodeToString(bytes), "the bytes of %s: %s, %x", text, read.Hex, bytes)
	for name, value := range fields {
		told := read.Fields[name]
		check(told == strconv.FormatUint(value, 10), "%s of %s: %s, %d", name, text, told, value)
	}
	check(read.time().Equal(then), "the time of %s: %s, %s", text, read.time(), then)
	return read
}

// refuses checks that a text is rejected, and the offset if one is given.
func (s *sortid) refuses(text, format, code string, offset ...int) {
	told := s.ask(question{"op": "parse", "text": text, "format": format})
	same := told.Error == code && (told.Offset != nil) == (len(offset) == 1)
	if same && len(offset) == 1 {
		same = *told.Offset == offset[0]
	}
	check(same, "%s as %s: %s %s", text, format, told.Ok, told.Error)
}

// make generates consecutive ids.
func (s *sortid) make(format string) []id {
	return s.makeWith(question{}, format)
}

func (s *sortid) makeWith(options question, format string) []id {
	told := s.ask(question{"op": "generate", "format": format, "count": count, "options": options})
	var made struct{ Texts []string }
	err := json.Unmarshal(told.Ok, &made)
	check(err == nil && len(made.Texts) == count, "%d of %s: %s", len(made.Texts), format, told.Error)
	var ids []id
	for _, text := range made.Texts {
		ids = append(ids, s.parse(text, format, options))
	}
	return ids
}

// less is the driver's order.
func (s *sortid) less(format string) func(a, b id) bool {
	return func(a, b id) bool {
		told := s.ask(question{"op": "compare", "format": format, "a": a.Text, "b": b.Text})
		var compared struct{ Order int }
		err := json.Unmarshal(told.Ok, &compared)
		return err == nil && compared.Order < 0
	}
}

func (i id) time() time.Time {
	seconds, err := strconv.ParseInt(i.Unix.Seconds, 10, 64)
	check(err == nil, "the seconds of %s: %s", i.Text, i.Unix.Seconds)
	return time.Unix(seconds, i.Unix.Nanos)
}

// field returns a field of up to 64 bits.
func (i id) field(name string) uint64 {
	value, err := strconv.ParseUint(i.Fields[name], 10, 64)
	check(err == nil, "%s of %s: %s", name, i.Text, i.Fields[name])
	return value
}
