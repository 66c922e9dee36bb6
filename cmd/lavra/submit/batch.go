package submit

import (
	"slices"
	"time"
)

// batch is what goes out in one call. It keeps its number and its idempotency
// key for as long as its fate is not known.
type batch struct {
	Number int
	Docs   []Document

	at   time.Time // of the journal's entry; zero in this run
	sent *accepted // nil until the service has taken it
	done []bool    // a result of the document is written
}

// accepted is what the service said of a batch.
type accepted struct {
	BatchID string   `json:"batch_id,omitempty"` // empty: of a single document
	IDs     []string `json:"ids"`
}

func newBatch(number int, docs []Document) *batch {
	return &batch{Number: number, Docs: docs, done: make([]bool, len(docs))}
}

func (b *batch) open() int {
	n := 0
	for _, done := range b.done {
		if !done {
			n++
		}
	}
	return n
}

// openGroups bounds the batches that are being gathered at a time. More kinds
// than these alternate in no folder of documents.
const openGroups = 16

// gatherer makes calls of documents that may share one.
type gatherer struct {
	files int   // at most, in a batch
	bytes int64 // at most, of files in a batch
	emit  func([]Document) error

	order []group // oldest first
	open  map[group]*gathered
}

type gathered struct {
	docs  []Document
	bytes int64
}

func newGatherer(files int, bytes int64, emit func([]Document) error) *gatherer {
	return &gatherer{files: files, bytes: bytes, emit: emit, open: map[group]*gathered{}}
}

func (g *gatherer) add(d Document) error {
	key := d.group()
	held := g.open[key]
	if held != nil && held.bytes+d.Size > g.bytes {
		if err := g.flush(key); err != nil {
			return err
		}
		held = nil
	}
	if held == nil {
		if len(g.order) == openGroups {
			if err := g.flush(g.order[0]); err != nil {
				return err
			}
		}
		held = &gathered{}
		g.open[key] = held
		g.order = append(g.order, key)
	}
	held.docs, held.bytes = append(held.docs, d), held.bytes+d.Size
	if len(held.docs) == g.files {
		return g.flush(key)
	}
	return nil
}

func (g *gatherer) flush(key group) error {
	held := g.open[key]
	delete(g.open, key)
	g.order = slices.DeleteFunc(g.order, func(k group) bool { return k == key })
	return g.emit(held.docs)
}

func (g *gatherer) flushAll() error {
	for len(g.order) > 0 {
		if err := g.flush(g.order[0]); err != nil {
			return err
		}
	}
	return nil
}
