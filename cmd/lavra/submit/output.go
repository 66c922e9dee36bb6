package submit

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// Forms of the results.
const (
	formText    = "text"
	formLines   = "jsonl"
	formCSV     = "csv"
	formParquet = "parquet"
)

// formOf is the form of a results file whose name tells it.
func formOf(path string) string {
	switch strings.ToLower(filepath.Ext(path)) {
	case ".jsonl", ".ndjson", ".json":
		return formLines
	case ".csv":
		return formCSV
	case ".parquet":
		return formParquet
	}
	return formText
}

// output is where the rows go. It belongs to one writer at a time.
type output struct {
	w      io.Writer
	file   *os.File // nil: standard output, which nothing can be taken back from
	form   string
	path   string // of the results, which Parquet gets only at the end
	offset int64
	encode func(Row) ([]byte, error)
}

// rowsSuffix is of the file that keeps the rows until Parquet, which cannot be
// added to, is made of them.
const rowsSuffix = ".rows"

// openOutput opens the results where an earlier run left them, without what its
// journal does not vouch for.
func openOutput(path, form string, vouched int64, stdout io.Writer) (*output, error) {
	o := &output{w: stdout, form: form, path: path}
	switch form {
	case formText:
		o.encode = encodeText
	case formLines, formParquet:
		o.encode = encodeLine
	case formCSV:
		o.encode = encodeCSV
	default:
		return nil, fmt.Errorf("--format %q: want text, jsonl, csv or parquet", form)
	}
	if path == "" {
		if form == formParquet {
			return nil, errors.New("--format parquet needs --out FILE")
		}
		return o, o.begin()
	}
	if form == formParquet {
		path += rowsSuffix
	}
	var err error
	if o.file, err = os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600); err != nil {
		return nil, fmt.Errorf("opening the results: %w", err)
	}
	o.w = o.file
	if err := o.goOn(path, vouched); err != nil {
		o.file.Close()
		return nil, err
	}
	return o, o.begin()
}

func (o *output) goOn(path string, vouched int64) error {
	info, err := o.file.Stat()
	if err != nil {
		return fmt.Errorf("looking at the results: %w", err)
	}
	switch size := info.Size(); {
	case size < vouched:
		return fmt.Errorf("%s is shorter than its journal says: it was changed or moved; to begin anew, remove the journal", path)
	case vouched == 0 && size > 0:
		return fmt.Errorf("%s is there already and not of this run: name another file, or remove it", path)
	}
	if err := o.file.Truncate(vouched); err != nil {
		return fmt.Errorf("cutting off what may be written twice: %w", err)
	}
	o.offset, err = o.file.Seek(vouched, io.SeekStart)
	return err
}

// begin writes what stands before the first row.
func (o *output) begin() error {
	if o.form != formCSV || o.offset > 0 {
		return nil
	}
	_, err := o.add([]byte(strings.Join(csvColumns, ",") + "\n"))
	return err
}

// write adds a row and gives the offset behind it.
func (o *output) write(r Row) (int64, error) {
	text, err := o.encode(r)
	if err != nil {
		return 0, fmt.Errorf("writing the result of %s: %w", r.File, err)
	}
	return o.add(text)
}

func (o *output) add(text []byte) (int64, error) {
	n, err := o.w.Write(text)
	o.offset += int64(n)
	if err != nil {
		return 0, fmt.Errorf("writing the results: %w", err)
	}
	return o.offset, nil
}

// close finishes the results. Parquet is made anew of all rows each time.
func (o *output) close() error {
	if o.file == nil {
		return nil
	}
	var err error
	if o.form == formParquet {
		err = writeParquet(o.path, o.file)
	}
	return errors.Join(err, o.file.Sync(), o.file.Close())
}

func encodeLine(r Row) ([]byte, error) {
	var line bytes.Buffer
	encoder := json.NewEncoder(&line)
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(r)
	return line.Bytes(), err
}
