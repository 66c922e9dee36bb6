package submit

import (
	"bufio"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"sync"
	"syscall"
	"time"
)

// journal is what a run that comes after this one needs to know, one line for
// each step, each written before what depends on it: a batch before it is sent,
// what the service said before it is followed, a result after it stands in the
// results. So a run that was killed anywhere is gone on with: what may have been
// sent goes out again under the same idempotency key, and what stands in the
// results beyond the last line is cut off and fetched again.
//
// A journal without a file keeps nothing; its batches still have their keys.
type journal struct {
	mu   sync.Mutex
	file *os.File // nil: nothing is kept
	run  string   // begins the idempotency keys
	next int      // number of the next batch

	settled map[mark]struct{} // documents with a result
	batches map[int]*batch    // of earlier runs, whose fate is open
	offset  int64             // of the results, that the journal vouches for
}

// entry is one line. Which members it has says which step it is.
type entry struct {
	Run     string     `json:"run,omitempty"`     // the first line
	URL     string     `json:"url,omitempty"`     // of the service, there
	Batch   int        `json:"batch,omitempty"`   // of all other lines
	At      time.Time  `json:"at,omitzero"`       // with Docs
	Docs    []Document `json:"docs,omitempty"`    // about to be sent
	Sent    *accepted  `json:"sent,omitempty"`    // taken by the service
	Done    []int      `json:"done,omitempty"`    // these have a result
	Offset  int64      `json:"offset,omitempty"`  // of the results after it, with Done
	Dropped bool       `json:"dropped,omitempty"` // not taken: what is not done goes out in another batch
}

// openJournal reads what earlier runs left, and takes the file for this one.
func openJournal(path, url string) (*journal, error) {
	j := &journal{run: rand.Text(), next: 1, settled: map[mark]struct{}{}, batches: map[int]*batch{}}
	if path == "" {
		return j, nil
	}
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, fmt.Errorf("opening the journal: %w", err)
	}
	if err := syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		file.Close()
		return nil, fmt.Errorf("the journal %s is in use by another run", path)
	}
	j.file = file
	if err := j.load(url); err != nil {
		file.Close()
		return nil, fmt.Errorf("journal %s: %w", path, err)
	}
	return j, nil
}

// load replays the file. A last line without its end was being written when the
// run was killed: nothing depends on it yet.
func (j *journal) load(url string) error {
	lines := bufio.NewReaderSize(j.file, 1<<20)
	var whole int64
	for {
		line, err := lines.ReadBytes('\n')
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return fmt.Errorf("reading: %w", err)
		}
		var e entry
		if err := json.Unmarshal(line, &e); err != nil {
			return fmt.Errorf("at byte %d: %w", whole, err)
		}
		if whole == 0 && e.Run == "" {
			return errors.New("its first line is none of a journal's")
		}
		if err := j.replay(e, url); err != nil {
			return fmt.Errorf("at byte %d: %w", whole, err)
		}
		whole += int64(len(line))
	}
	if err := j.file.Truncate(whole); err != nil {
		return fmt.Errorf("cutting off an unfinished line: %w", err)
	}
	if _, err := j.file.Seek(whole, io.SeekStart); err != nil {
		return fmt.Errorf("going to its end: %w", err)
	}
	if whole == 0 {
		return j.write(entry{Run: j.run, URL: url})
	}
	return nil
}

func (j *journal) replay(e entry, url string) error {
	if e.Run != "" {
		if e.URL != url {
			return fmt.Errorf("it belongs to a run against %s, not %s: name another journal", e.URL, url)
		}
		j.run = e.Run
		return nil
	}
	j.next = max(j.next, e.Batch+1)
	if e.Docs != nil {
		j.batches[e.Batch] = newBatch(e.Batch, e.Docs)
		j.batches[e.Batch].at = e.At
		return nil
	}
	b := j.batches[e.Batch]
	if b == nil {
		return errors.New("it speaks of a batch that is not open")
	}
	if e.Sent != nil {
		if len(e.Sent.IDs) != len(b.Docs) {
			return errors.New("a batch has another number of identifiers than documents")
		}
		b.sent = e.Sent
	}
	for _, i := range e.Done {
		if i < 0 || i >= len(b.Docs) {
			return errors.New("it speaks of a document that is not in its batch")
		}
		b.done[i] = true
		j.settled[b.Docs[i].mark()] = struct{}{}
	}
	j.offset = max(j.offset, e.Offset)
	if e.Dropped || b.open() == 0 {
		delete(j.batches, e.Batch)
	}
	return nil
}

// pending are the batches of earlier runs whose fate is open, in order.
func (j *journal) pending() []*batch {
	var all []*batch
	for _, b := range j.batches {
		all = append(all, b)
	}
	slices.SortFunc(all, func(a, b *batch) int { return a.Number - b.Number })
	return all
}

// unknown is since when it is not known whether the service took a batch; zero
// where it is known of all.
func (j *journal) unknown() (oldest time.Time) {
	for _, b := range j.batches {
		if b.sent == nil && (oldest.IsZero() || b.at.Before(oldest)) {
			oldest = b.at
		}
	}
	return oldest
}

// key is what makes the service take a batch once, however often it is sent.
func (j *journal) key(b *batch) string { return fmt.Sprintf("submit-%s-%d", j.run, b.Number) }

// intend makes a batch of documents that are about to be sent.
func (j *journal) intend(docs []Document) (*batch, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	b := newBatch(j.next, docs)
	j.next++
	return b, j.write(entry{Batch: b.Number, At: time.Now().UTC(), Docs: docs})
}

func (j *journal) accept(b *batch, a accepted) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	b.sent = &a
	return j.write(entry{Batch: b.Number, Sent: &a})
}

// drop gives a batch up: its documents that are not done go out in others.
func (j *journal) drop(b *batch) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.write(entry{Batch: b.Number, Dropped: true})
}

// settle has the result of a document written, and notes it. Both happen under
// one lock, so that the offsets of the results grow with the lines.
func (j *journal) settle(b *batch, i int, result func() (offset int64, err error)) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	offset, err := result()
	if err != nil {
		return err
	}
	b.done[i] = true
	return j.write(entry{Batch: b.Number, Done: []int{i}, Offset: offset})
}

func (j *journal) write(e entry) error {
	if j.file == nil {
		return nil
	}
	line, err := json.Marshal(e)
	if err == nil {
		_, err = j.file.Write(append(line, '\n'))
	}
	if err != nil {
		return fmt.Errorf("writing the journal: %w", err)
	}
	return nil
}

func (j *journal) close() error {
	if j.file == nil {
		return nil
	}
	return errors.Join(j.file.Sync(), j.file.Close())
}
