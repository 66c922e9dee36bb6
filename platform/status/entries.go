package status

import (
	"time"

	"github.com/google/uuid"

	"lavra.dev/schemas/event"
)

// requestKey is the identifier's 16 bytes.
type requestKey [16]byte

func keyOf(id string) (requestKey, bool) {
	parsed, err := uuid.Parse(id)
	return requestKey(parsed), err == nil && len(id) == 36
}

// entry is one request without pointers, so that the collector does not walk a
// million of them: names are numbers, times are milliseconds.
type entry struct {
	key             requestKey
	acceptedAt      int64
	at              int64
	textAt          int64 // when the text was read; 0: not yet
	statusOffset    int64 // of the last status read; -1: none
	submitted       place
	completed       place
	text            place
	statusPartition int32
	revision        int32
	rank            int32
	batch           uint32 // handle, 0: none
	account         uint32
	documentType    uint32
	step            uint32
	outcome         uint32
}

// place is a pointer into the log; topic 0 is none.
type place struct {
	offset    int64
	partition int32
	topic     uint32
}

// before reports whether a status of this revision and rank is newer.
func (e *entry) before(revision, rank int32) bool {
	return revision > e.revision || revision == e.revision && rank > e.rank
}

// entries holds a bounded number of requests, oldest first out.
type entries struct {
	capacity int
	chunks   [][]entry // grown a chunk at a time: no copy of what is there
	used     int
	oldest   int // slot to be reused next, once full
	slots    map[requestKey]uint32
	names    names
}

const chunkSize = 4096

func newEntries(capacity int) *entries {
	return &entries{capacity: capacity, slots: map[requestKey]uint32{}, names: newNames()}
}

func (s *entries) slot(n int) *entry { return &s.chunks[n/chunkSize][n%chunkSize] }

func (s *entries) find(key requestKey) *entry {
	n, ok := s.slots[key]
	if !ok {
		return nil
	}
	return s.slot(int(n))
}

// add makes an entry. When the store is full it takes the place of the oldest,
// which is returned.
func (s *entries) add(key requestKey) (e *entry, gone entry, full bool) {
	n := s.used
	if s.used < s.capacity {
		if n%chunkSize == 0 {
			s.chunks = append(s.chunks, make([]entry, min(chunkSize, s.capacity-n)))
		}
		s.used++
	} else {
		n, full = s.oldest, true
		s.oldest = (s.oldest + 1) % s.capacity
		gone = *s.slot(n)
		delete(s.slots, gone.key)
	}
	s.slots[key] = uint32(n)
	e = s.slot(n)
	*e = entry{key: key, statusOffset: -1}
	return e, gone, full
}

// drop forgets an entry. Its slot is reused when its turn comes, and keeps of it
// only where its records stand.
func (s *entries) drop(key requestKey) {
	e := s.find(key)
	if e == nil {
		return
	}
	delete(s.slots, key)
	*e = entry{statusOffset: e.statusOffset, statusPartition: e.statusPartition, submitted: e.submitted, rank: -1}
}

func (s *entries) head(e *entry, account string, acceptedAt time.Time) {
	e.account, e.acceptedAt = s.names.number(account), acceptedAt.UnixMilli()
}

// read notes the text of a request's newest run, from a status in whatever
// order: a step that tells of none leaves what an earlier one told.
func (s *entries) read(e *entry, ev event.Status) {
	if ev.Revision > e.revision {
		e.text, e.textAt = place{}, 0
	}
	if ev.TextAt == nil || ev.Revision < e.revision || e.textAt != 0 && !e.before(ev.Revision, ev.Rank) {
		return
	}
	e.text, e.textAt = place{}, ev.TextAt.UnixMilli()
	if ev.Text != nil {
		e.text = s.pack(*ev.Text)
	}
}

func (s *entries) pack(p event.Pointer) place {
	return place{p.Offset, p.Partition, s.names.number(p.Topic)}
}

func (s *entries) unpackPlace(p place) *event.Pointer {
	if p.topic == 0 {
		return nil
	}
	return &event.Pointer{Topic: s.names.text[p.topic], Partition: p.partition, Offset: p.offset}
}

func (s *entries) unpack(e *entry) State {
	state := State{
		RequestID:  uuid.UUID(e.key).String(),
		Account:    s.names.text[e.account],
		Revision:   e.revision,
		Step:       event.Step(s.names.text[e.step]),
		Outcome:    event.Outcome(s.names.text[e.outcome]),
		AcceptedAt: time.UnixMilli(e.acceptedAt).UTC(),
		At:         time.UnixMilli(e.at).UTC(),
		Submitted:  s.unpackPlace(e.submitted),
		Completed:  s.unpackPlace(e.completed),
		Text:       s.unpackPlace(e.text),
	}
	if e.textAt != 0 {
		state.TextAt = time.UnixMilli(e.textAt).UTC()
	}
	if e.documentType != 0 {
		state.DocumentType = &s.names.text[e.documentType]
	}
	return state
}

// names numbers the few texts that come again and again: accounts, types,
// steps, outcomes, topics. Number 0 is the empty text.
type names struct {
	text    []string
	numbers map[string]uint32
}

func newNames() names {
	return names{text: []string{""}, numbers: map[string]uint32{"": 0}}
}

func (n *names) number(text string) uint32 {
	number, ok := n.numbers[text]
	if !ok {
		number = uint32(len(n.text))
		n.text = append(n.text, text)
		n.numbers[text] = number
	}
	return number
}
