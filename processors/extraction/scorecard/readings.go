package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	"lavra.dev/processors/document"
	"lavra.dev/schemas/event"
)

// keeper keeps readings by the hash of the file, so that each is read once.
type keeper struct {
	folder   string
	onlyKept bool
}

func (k *keeper) close() {}

// read gives the reading of a file; false where it is not kept and only kept ones
// are wanted.
func (k *keeper) read(ctx context.Context, path string) (document.Document, bool, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return document.Document{}, false, err
	}
	sum := sha256.Sum256(data)
	kept := filepath.Join(k.folder, hex.EncodeToString(sum[:])+".json")
	body, err := os.ReadFile(kept)
	if err != nil {
		return document.Document{}, false, nil
	}
	var r event.Reading
	if err := json.Unmarshal(body, &r); err != nil {
		return document.Document{}, false, fmt.Errorf("decoding %s: %w", kept, err)
	}
	doc, err := document.Unpack(r)
	return doc, err == nil, err
}
