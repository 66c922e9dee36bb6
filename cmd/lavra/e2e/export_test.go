package e2e

import (
	"bytes"
	"encoding/csv"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/parquet-go/parquet-go"
)

// exports has every format hold so many documents, as a data engineer's command would.
func (s *service) exports(n int) {
	s.t.Helper()
	since := time.Now().UTC().AddDate(0, 0, -1).Format(time.DateOnly)
	for format, rows := range map[string]func(*testing.T, []byte) int{"parquet": parquetRows, "csv": csvRows, "jsonl": func(_ *testing.T, data []byte) int { return bytes.Count(data, []byte("\n")) }} {
		dir := s.t.TempDir()
		if out, err := s.lavra("export", "--since", since, "--format", format, dir); err != nil {
			s.t.Errorf("lavra export --format %s: %v\n%s", format, err, out)
			continue
		}
		files, err := filepath.Glob(filepath.Join(dir, "*."+format))
		if err != nil || len(files) == 0 {
			s.t.Errorf("%s: no files", format)
		}
		found := 0
		for _, path := range files {
			data, err := os.ReadFile(path)
			if err != nil {
				s.t.Fatal(err)
			}
			found += rows(s.t, data)
		}
		if found != n {
			s.t.Errorf("%s: %d documents, want %d", format, found, n)
		}
	}
}

func parquetRows(t *testing.T, data []byte) int {
	t.Helper()
	f, err := parquet.OpenFile(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	return int(f.NumRows())
}

func csvRows(t *testing.T, data []byte) int {
	t.Helper()
	lines, err := csv.NewReader(bytes.NewReader(data)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if len(lines) == 0 || !slices.Contains(lines[0], "request_id") {
		t.Fatal("no header with request_id")
	}
	return len(lines) - 1
}
