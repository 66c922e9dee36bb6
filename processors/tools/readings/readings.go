// Package readings keeps what the reader read of files by the hash of each file, so that
// it is paid for once.
//
// In come paths of documents; out go their readings. Nothing is judged here, and a
// folder of readings is good for one version of the reader.
package readings

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	"lavra.dev/processors/document"
	"lavra.dev/processors/ocr/reader"
	"lavra.dev/schemas/event"
)

// Keeper keeps readings by the hash of the file, so that each is read once. A
// folder of readings is good for one version of the reader: take a new one after
// a change there.
type Keeper struct {
	Folder   string
	OnlyKept bool
	engine   *reader.Engine // opened for the first file that is not kept
}

// Close ends the reader, if one was needed.
func (k *Keeper) Close() {
	if k.engine != nil {
		k.engine.Close()
	}
}

// Read gives the reading of a file; false where it is not kept and only kept ones
// are wanted.
func (k *Keeper) Read(ctx context.Context, path string) (document.Document, bool, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return document.Document{}, false, err
	}
	sum := sha256.Sum256(data)
	kept := filepath.Join(k.Folder, hex.EncodeToString(sum[:])+".json")
	body, err := os.ReadFile(kept)
	if os.IsNotExist(err) {
		if k.OnlyKept {
			return document.Document{}, false, nil
		}
		body, err = k.fresh(ctx, path, kept)
	}
	if err != nil {
		return document.Document{}, false, err
	}
	var r event.Reading
	if err := json.Unmarshal(body, &r); err != nil {
		return document.Document{}, false, fmt.Errorf("decoding %s: %w", kept, err)
	}
	doc, err := document.Unpack(r)
	return doc, err == nil, err
}

// fresh reads a file and keeps the reading.
func (k *Keeper) fresh(ctx context.Context, path, kept string) ([]byte, error) {
	if k.engine == nil {
		engine, err := reader.New(reader.Config{})
		if err != nil {
			return nil, fmt.Errorf("starting the reader: %w", err)
		}
		k.engine = engine
	}
	doc, err := k.engine.Read(ctx, path, reader.Options{})
	if err != nil {
		return nil, err
	}
	body, err := json.Marshal(document.Pack(doc))
	if err != nil {
		return nil, fmt.Errorf("encoding the reading: %w", err)
	}
	if err := os.MkdirAll(k.Folder, 0o755); err != nil {
		return nil, fmt.Errorf("making the folder of readings: %w", err)
	}
	return body, os.WriteFile(kept, body, 0o644)
}
