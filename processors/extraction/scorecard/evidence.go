package main

import (
	"encoding/csv"
	"fmt"
	"hash/crc32"
	"os"
	"strconv"
	"strings"

	"lavra.dev/processors/classification"
	"lavra.dev/processors/document"
	"lavra.dev/processors/extraction"
	"lavra.dev/processors/extraction/scoring"
	"lavra.dev/schemas/catalogue"
)

// folds is how many parts the layouts are dealt out to, so that confidence can be
// fitted to some and tried on the others.
const folds = 5

// evidenceFile takes the evidence of each single value and whether it is right, in the
// form of extraction/testdata/evidence.csv.gz. A nil one takes nothing.
type evidenceFile struct {
	file *os.File
	rows *csv.Writer
}

func openEvidence(path string) (*evidenceFile, error) {
	if path == "" {
		return nil, nil
	}
	file, err := os.Create(path)
	if err != nil {
		return nil, fmt.Errorf("writing evidence: %w", err)
	}
	e := &evidenceFile{file, csv.NewWriter(file)}
	return e, e.rows.Write(append([]string{"fold", "weight", "right"}, extraction.EvidenceNames[1:]...))
}

func (e *evidenceFile) write(r scoring.Result, doc document.Document) error {
	typ, ok := catalogue.Lookup(r.Detected)
	if e == nil || !ok || r.Sample.Truth.DocumentType == "" {
		return nil
	}
	first, _ := classification.First(doc, received)
	fold := strconv.Itoa(int(crc32.ChecksumIEEE([]byte(layoutOf(r.Sample.Name))) % folds))
	for _, v := range extraction.Explain(first, typ, extraction.Options{ReceivedAt: received}) {
		row := []string{fold, "1", "0"}
		if t := r.ByField[v.Field]; t != nil && t.Right == 1 {
			row[2] = "1"
		}
		for _, n := range v.Evidence[1:] {
			row = append(row, strconv.FormatFloat(n, 'g', 4, 64))
		}
		if err := e.rows.Write(row); err != nil {
			return fmt.Errorf("writing evidence: %w", err)
		}
	}
	return nil
}

// layoutOf is a sample's name without what tells its copies apart.
func layoutOf(name string) string {
	for _, suffix := range []string{"-scan", "-photo"} {
		name = strings.TrimSuffix(name, suffix)
	}
	return strings.TrimRight(name, "-0123456789")
}

func (e *evidenceFile) close() error {
	if e == nil {
		return nil
	}
	e.rows.Flush()
	if err := e.rows.Error(); err != nil {
		return fmt.Errorf("writing evidence: %w", err)
	}
	return e.file.Close()
}
