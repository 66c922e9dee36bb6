package status

import (
	"slices"
	"time"

	"lavra.dev/schemas/event"
)

// Batch is a batch with the requests of it that were seen.
type Batch struct {
	ID          string
	Account     string
	ReferenceID *string
	CreatedAt   time.Time
	Total       int
	Items       []Item // in the order of the call; fewer than Total while the log is not read far enough
}

// Complete reports whether every request of the batch was seen.
func (b Batch) Complete() bool { return len(b.Items) == b.Total }

// Item is one request of a batch.
type Item struct {
	State
	Index    int
	Filename string
}

// Batch finds a batch by its identifier.
func (x *Index) Batch(id string) (Batch, bool) {
	x.mu.Lock()
	defer x.mu.Unlock()
	b := x.batches.byHandle[x.batches.byID[id]]
	if b == nil {
		return Batch{}, false
	}
	out := Batch{ID: b.id, Account: b.account, ReferenceID: b.referenceID, CreatedAt: b.createdAt, Total: int(b.total)}
	for _, i := range b.items {
		if s, ok := x.state(i.key); ok {
			out.Items = append(out.Items, Item{State: s, Index: int(i.index), Filename: i.filename})
		}
	}
	return out, true
}

// NewestBatch finds the account's newest batch with a reference.
func (x *Index) NewestBatch(account, referenceID string) (id string, ok bool) {
	x.mu.Lock()
	defer x.mu.Unlock()
	b := x.batches.byHandle[x.batches.byReference[reference{account, referenceID}]]
	if b == nil {
		return "", false
	}
	return b.id, true
}

// batch is known in full only once a submitted event of it was seen; statuses
// know its identifier and total alone.
type batch struct {
	handle      uint32
	id          string
	account     string
	total       int32
	referenceID *string
	createdAt   time.Time
	items       []batchItem // by index
}

type batchItem struct {
	key      requestKey
	index    int32
	filename string
}

type reference struct{ account, referenceID string }

type batches struct {
	last        uint32
	byHandle    map[uint32]*batch
	byID        map[string]uint32
	byReference map[reference]uint32
}

func newBatches() *batches {
	return &batches{byHandle: map[uint32]*batch{}, byID: map[string]uint32{}, byReference: map[reference]uint32{}}
}

func (s *batches) of(handle uint32) *batch { return s.byHandle[handle] }

// join gives the handle of a batch, which is made when it is new.
func (s *batches) join(id, account string, total int32) uint32 {
	if handle, ok := s.byID[id]; ok {
		return handle
	}
	s.last++
	s.byHandle[s.last] = &batch{handle: s.last, id: id, account: account, total: total}
	s.byID[id] = s.last
	return s.last
}

// add notes that a request belongs to a batch.
func (s *batches) add(handle uint32, r event.Request, key requestKey) {
	b := s.byHandle[handle]
	at, found := slices.BinarySearchFunc(b.items, r.Batch.Index, func(i batchItem, index int32) int { return int(i.index - index) })
	if found {
		return
	}
	b.items = slices.Insert(b.items, at, batchItem{key, r.Batch.Index, r.File.Name})
	if b.createdAt.IsZero() || r.AcceptedAt.Before(b.createdAt) {
		b.createdAt = r.AcceptedAt
	}
	b.referenceID = r.ReferenceID
	if r.ReferenceID == nil {
		return
	}
	ref := reference{b.account, *r.ReferenceID}
	newest := s.byHandle[s.byReference[ref]]
	if newest == nil || newerBatch(b, newest) {
		s.byReference[ref] = b.handle
	}
}

// newerBatch compares by identifier: it sorts by time, unlike the times of the
// requests, which are seen in no order.
func newerBatch(a, b *batch) bool { return a.id > b.id }

// drop forgets a batch one of whose requests is no longer held.
func (s *batches) drop(handle uint32) {
	b := s.byHandle[handle]
	if b == nil {
		return
	}
	delete(s.byHandle, handle)
	delete(s.byID, b.id)
	if b.referenceID != nil {
		ref := reference{b.account, *b.referenceID}
		if s.byReference[ref] == handle {
			delete(s.byReference, ref)
		}
	}
}
