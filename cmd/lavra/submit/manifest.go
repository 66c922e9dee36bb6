package submit

import (
	"bufio"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Columns of a manifest. The first is needed.
const (
	columnFile      = "file"
	columnType      = "document_type"
	columnReference = "reference_id"
	columnMetadata  = "metadata"
)

// eachOfManifest visits the documents of a file of JSON Lines, or of a CSV file with
// a line of column names. Spreadsheets of some countries write semicolons: the first
// line tells. Paths are relative to the manifest.
func eachOfManifest(path string, visit func(Document) error) error {
	f, err := os.Open(path)
	if err != nil {
		return fmt.Errorf("opening the manifest: %w", err)
	}
	defer f.Close()
	if strings.EqualFold(filepath.Ext(path), ".jsonl") {
		return eachObject(path, f, visit)
	}
	rows, columns, err := manifestRows(f)
	if err != nil {
		return fmt.Errorf("manifest %s: %w", path, err)
	}
	for {
		row, err := rows.Read()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("manifest %s: %w", path, err)
		}
		line, _ := rows.FieldPos(0)
		d, err := rowDocument(filepath.Dir(path), columns, row)
		if err != nil {
			return fmt.Errorf("manifest %s, line %d: %w", path, line, err)
		}
		if err := visit(d); err != nil {
			return err
		}
	}
}

func manifestRows(r io.Reader) (rows *csv.Reader, columns []string, err error) {
	buffered := bufio.NewReader(r)
	if mark, _ := buffered.Peek(3); string(mark) == "\ufeff" {
		_, _ = buffered.Discard(3) // were peeked at
	}
	start, err := buffered.Peek(4 << 10)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, nil, err
	}
	first, _, _ := strings.Cut(string(start), "\n")
	rows = csv.NewReader(buffered)
	if strings.Count(first, ";") > strings.Count(first, ",") {
		rows.Comma = ';'
	}
	if columns, err = rows.Read(); err != nil {
		return nil, nil, fmt.Errorf("reading its first line: %w", err)
	}
	known := []string{columnFile, columnType, columnReference, columnMetadata}
	for i, name := range columns {
		columns[i] = strings.TrimSpace(strings.ToLower(name))
		if !slices.Contains(known, columns[i]) {
			return nil, nil, fmt.Errorf("column %q is unknown; the columns are %s", name, strings.Join(known, ", "))
		}
	}
	if !slices.Contains(columns, columnFile) {
		return nil, nil, fmt.Errorf("its first line names no column %q; the columns are %s", columnFile, strings.Join(known, ", "))
	}
	return rows, columns, nil
}

// eachObject visits the documents of JSON Lines.
func eachObject(path string, r io.Reader, visit func(Document) error) error {
	objects := json.NewDecoder(r)
	objects.DisallowUnknownFields()
	for n := 1; ; n++ {
		var object struct {
			File      string          `json:"file"`
			Type      string          `json:"document_type"`
			Reference string          `json:"reference_id"`
			Metadata  json.RawMessage `json:"metadata"`
		}
		err := objects.Decode(&object)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if string(object.Metadata) == "null" {
			object.Metadata = nil
		}
		var d Document
		if err == nil {
			d, err = manifestDocument(filepath.Dir(path), object.File, Document{Type: object.Type, Reference: object.Reference, Metadata: object.Metadata})
		}
		if err != nil {
			return fmt.Errorf("manifest %s, document %d: %w", path, n, err)
		}
		if err := visit(d); err != nil {
			return err
		}
	}
}

// rowDocument is of a line of CSV.
func rowDocument(dir string, columns, row []string) (Document, error) {
	var file string
	var more Document
	for i, name := range columns {
		value := strings.TrimSpace(row[i])
		switch name {
		case columnFile:
			file = value
		case columnType:
			more.Type = value
		case columnReference:
			more.Reference = value
		case columnMetadata:
			if value != "" {
				more.Metadata = json.RawMessage(value)
			}
		}
	}
	return manifestDocument(dir, file, more)
}

func manifestDocument(dir, file string, more Document) (Document, error) {
	if file == "" {
		return Document{}, errors.New("no file is named")
	}
	if more.Metadata != nil && !json.Valid(more.Metadata) {
		return Document{}, errors.New("metadata is no JSON")
	}
	if !filepath.IsAbs(file) {
		file = filepath.Join(dir, file)
	}
	d, err := fileDocument(file)
	if err != nil {
		return Document{}, err
	}
	if d.Path == "" {
		return Document{}, fmt.Errorf("%s is no file", file)
	}
	d.Type, d.Reference, d.Metadata = more.Type, more.Reference, more.Metadata
	return d, nil
}
