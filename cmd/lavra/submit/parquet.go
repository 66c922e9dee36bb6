package submit

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress/zstd"
)

// column names and types of the Parquet file; fields is JSON.
type parquetRow struct {
	File         string     `parquet:"file"`
	ReferenceID  *string    `parquet:"reference_id,optional"`
	RequestID    string     `parquet:"request_id"`
	DocumentType *string    `parquet:"document_type,optional,dict"`
	Status       string     `parquet:"status,dict"`
	Error        string     `parquet:"error"`
	Reliability  *float64   `parquet:"reliability_score,optional"`
	Missing      []string   `parquet:"missing_fields,list"`
	ProcessedAt  *time.Time `parquet:"processed_at,optional,timestamp(millisecond)"`
	Fields       string     `parquet:"fields,json"`
}

// rowGroup is how many rows are held until they are written: some 10 MB.
const rowGroup = 5000

// writeParquet makes the file of the rows kept beside it, whole or not at all.
func writeParquet(path string, rows io.ReadSeeker) (err error) {
	if _, err := rows.Seek(0, io.SeekStart); err != nil {
		return fmt.Errorf("reading the rows: %w", err)
	}
	out, err := os.CreateTemp(filepath.Dir(path), ".lavra-*.parquet")
	if err != nil {
		return fmt.Errorf("writing %s: %w", path, err)
	}
	defer func() {
		if err = errors.Join(err, out.Close()); err == nil {
			err = os.Rename(out.Name(), path)
		}
		if err != nil {
			err = errors.Join(fmt.Errorf("writing %s: %w", path, err), os.Remove(out.Name()))
		}
	}()
	w := parquet.NewGenericWriter[parquetRow](out, parquet.Compression(&zstd.Codec{}), parquet.MaxRowsPerRowGroup(rowGroup))
	lines := bufio.NewReaderSize(rows, 1<<20)
	for {
		line, err := lines.ReadBytes('\n')
		if errors.Is(err, io.EOF) {
			return w.Close()
		}
		if err != nil {
			return err
		}
		row, err := parquetOf(line)
		if err != nil {
			return err
		}
		if _, err := w.Write([]parquetRow{row}); err != nil {
			return err
		}
	}
}

func parquetOf(line []byte) (parquetRow, error) {
	var r Row
	if err := json.Unmarshal(line, &r); err != nil {
		return parquetRow{}, err
	}
	p, err := r.payload()
	if err != nil {
		return parquetRow{}, err
	}
	fields, err := fieldValues(p)
	if fields == "" {
		fields = "{}"
	}
	return parquetRow{r.File, r.ReferenceID, r.RequestID, r.DocumentType, r.Status, r.Error, p.Service.Reliability, p.Service.Missing,
		r.ProcessedAt, fields}, err
}
