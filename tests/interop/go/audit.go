package main

import (
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/bwmarrin/snowflake"
)

// audit is a worker of tests/audit, whose src/mixture.rs explains the arguments. Its only format is
// bwmarrin/snowflake, with the node of its README.
func audit(arguments []string) error {
	folder, name, format := arguments[0], arguments[1], arguments[2]
	generator, err := snowflake.NewNode(1)
	if err != nil {
		return err
	}
	stream := filepath.Join(folder, format, fmt.Sprintf("%s.%d", name, os.Getpid()))
	const turn = 20 * time.Millisecond
	for {
		if _, err := os.Stat(filepath.Join(folder, "go")); err != nil {
			return nil
		}
		var ids []byte
		for range 100 {
			ids = append(ids, eight(uint64(generator.Generate()))...)
		}
		file, err := os.OpenFile(stream, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
		if err != nil {
			return err
		}
		if _, err := file.Write(ids); err != nil {
			return err
		}
		file.Close()
		time.Sleep(turn - time.Duration(time.Now().UnixNano())%turn)
	}
}
