package submit

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"strconv"
	"strings"
	"time"
)

var csvColumns = []string{"file", "reference_id", "request_id", "document_type", "status", "error", "reliability_score", "missing_fields", "processed_at", "fields"}

// encodeCSV gives a row of csvColumns. The fields are one column, as JSON: each
// type has others.
func encodeCSV(r Row) ([]byte, error) {
	p, err := r.payload()
	if err != nil {
		return nil, err
	}
	fields, err := fieldValues(p)
	if err != nil {
		return nil, err
	}
	cells := []string{r.File, text(r.ReferenceID), r.RequestID, text(r.DocumentType), r.Status, r.Error, "",
		strings.Join(p.Service.Missing, " "), "", fields}
	if p.Service.Reliability != nil {
		cells[6] = strconv.FormatFloat(*p.Service.Reliability, 'f', -1, 64)
	}
	if r.ProcessedAt != nil {
		cells[8] = r.ProcessedAt.UTC().Format(time.RFC3339Nano)
	}
	for i, cell := range cells {
		cells[i] = harmless(cell)
	}
	var line bytes.Buffer
	w := csv.NewWriter(&line)
	if err := w.Write(cells); err != nil {
		return nil, err
	}
	w.Flush()
	return line.Bytes(), w.Error()
}

// fieldValues are the values of the fields by name, as JSON; empty without any.
func fieldValues(p payload) (string, error) {
	if len(p.Fields) == 0 {
		return "", nil
	}
	values := make(map[string]any, len(p.Fields))
	for name, f := range p.Fields {
		values[name] = f.Value
	}
	raw, err := json.Marshal(values)
	return string(raw), err
}

// harmless keeps a spreadsheet from taking what a client or a document wrote for
// a formula.
func harmless(cell string) string {
	if cell != "" && strings.ContainsRune("=+-@\t\r", rune(cell[0])) {
		return "'" + cell
	}
	return cell
}

func text(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}
