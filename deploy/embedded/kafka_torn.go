package embedded

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
)

// A disk that is full tears an entry of the broker's files of groups and of producers,
// and the broker goes on behind the tear once there is room. When it starts again it
// reads up to the tear and no further: groups would fall back to what they had
// committed when the disk was full, after each kill anew. So torn entries are taken
// out before it loads the files.

// An entry is its length, the checksum of what follows, a version, and JSON.
const (
	entryChecksum = 4
	entryVersion  = 8
	entryBody     = 10
)

// mendTorn takes what was torn out of the broker's files of groups and producers.
func mendTorn(dir string, log *slog.Logger) error {
	for _, name := range []string{"groups.log", "pids.log"} {
		path := filepath.Join(dir, name)
		raw, err := os.ReadFile(path)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		whole := wholeEntries(raw)
		if err == nil && len(whole) < len(raw) {
			log.Warn("embedded Kafka: entries were written in part while the disk was full; they are taken out", "file", name, "bytes", len(raw)-len(whole))
			err = replaceFile(path, whole)
		}
		if err != nil {
			return fmt.Errorf("mending %s: %w", name, err)
		}
	}
	return nil
}

// wholeEntries gives the entries that were written whole, wherever they stand.
func wholeEntries(raw []byte) []byte {
	var whole []byte
	for at := 0; at < len(raw); {
		size := entryAt(raw[at:])
		whole = append(whole, raw[at:at+size]...)
		at += max(size, 1)
	}
	return whole
}

// entryAt is the length of a whole entry that begins here; 0: none does.
func entryAt(raw []byte) int {
	if len(raw) <= entryBody || raw[entryBody] != '{' {
		return 0
	}
	size := int64(binary.LittleEndian.Uint32(raw)) + entryVersion
	if size <= entryBody || size > int64(len(raw)) || crc32.Checksum(raw[entryVersion:size], castagnoli) != binary.LittleEndian.Uint32(raw[entryChecksum:]) {
		return 0
	}
	return int(size)
}

// replaceFile writes a file anew without a moment in which half of it is there.
func replaceFile(path string, content []byte) error {
	if err := os.WriteFile(path+".tmp", content, 0o644); err != nil { // the broker clears such names away
		return err
	}
	return os.Rename(path+".tmp", path)
}
