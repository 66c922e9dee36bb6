package secret

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"lavra.dev/platform/config"
)

// fileName of a generated master secret, inside the data directory.
const fileName = "secret.key"

// Load takes the master secret from the configuration or, where none is set,
// from the data directory, making one there at the first start. A deployment of
// several machines must set it: each would make its own.
func Load(configured config.Secret, dataDir string) (*Keys, error) {
	if configured.Set() {
		return New(configured.Reveal())
	}
	master, err := File(filepath.Join(dataDir, fileName))
	if err != nil {
		return nil, fmt.Errorf("loading secret key: %w", err)
	}
	return New(master)
}

// File gives the secret that a file holds, and makes a random one where there is no file.
func File(path string) (string, error) {
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		if err := create(path); err != nil {
			return "", err
		}
		text, err = os.ReadFile(path)
	}
	if err != nil {
		return "", err
	}
	return strings.TrimSpace(string(text)), nil
}

// create writes a new secret whole or not at all, and leaves one that another
// process made at the same moment: a link does not replace.
func create(path string) error {
	dir := filepath.Dir(path)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	temp, err := os.CreateTemp(dir, filepath.Base(path)+".*") // mode 0600
	if err != nil {
		return err
	}
	defer os.Remove(temp.Name())
	_, err = temp.WriteString(generate() + "\n")
	err = errors.Join(err, temp.Sync(), temp.Close())
	if err != nil {
		return err
	}
	if err := os.Link(temp.Name(), path); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	return nil
}
