package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/google/uuid"
)

// claimInstance gives the name that this data directory's process goes by among
// its like, the same over restarts: the brokers then give a process that comes
// back its partitions at once. The name is the caller's until it closes the
// file. Empty where another live process has it: two under one name would keep
// taking each other's partitions.
func claimInstance(dir string) (name string, held io.Closer, err error) {
	file, err := os.OpenFile(filepath.Join(dir, "instance"), os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return "", nil, fmt.Errorf("opening the file of the instance's name: %w", err)
	}
	if err := syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		return "", file, nil
	}
	text, err := io.ReadAll(file)
	if err == nil {
		name = strings.TrimSpace(string(text))
	}
	if err == nil && name == "" {
		name = uuid.NewString()
		_, err = fmt.Fprintln(file, name)
	}
	if err != nil {
		file.Close()
		return "", nil, fmt.Errorf("reading the instance's name: %w", err)
	}
	return name, file, nil
}
