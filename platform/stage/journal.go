package stage

import (
	"encoding/base64"
	"encoding/binary"
	"errors"
	"slices"
	"strings"
)

// A journal is what stands in a partition's commit metadata: whether somebody
// works on the partition, and which records were at work. A process that ends
// in order closes it; one that dies leaves it open, and the next one to get
// the partition finds in it what may have killed the first.
type journal struct {
	open    bool
	entries []entry
}

// entry is one record under suspicion.
type entry struct {
	offset      int64
	deaths      int // processes that died while this record was at work beside others
	deathsAlone int // processes that died while only this record was at work
	state       state
}

type state byte

const (
	waiting state = iota // found before, not at work now
	working
	alone
)

const (
	// A record that was at work at so many deaths runs alone from then on.
	deathsToRunAlone = 2

	// One that took so many processes down alone is parked. What a process died
	// of is not known here: somebody who kills the service again and again may
	// well hit the same innocent document, and a parked one does not fail.
	deathsToPark = 3

	// journalMax bounds the entries: 256 of at most 8 bytes are 2.7 KiB in
	// base64, and brokers take 4 KiB of metadata. A process works on far fewer
	// records of one partition at once; of more, the oldest stand for all.
	journalMax = 256

	journalVersion = "1"
	deathsMax      = 7 // three bits
)

var errJournal = errors.New("commit metadata is no journal")

// encode gives the metadata for a commit at checkpoint. No entry lies before that.
func (j journal) encode(checkpoint int64) string {
	if !j.open {
		return ""
	}
	slices.SortFunc(j.entries, func(a, b entry) int { return int(a.offset - b.offset) })
	var raw []byte
	previous := checkpoint
	for _, e := range j.entries[:min(len(j.entries), journalMax)] {
		raw = binary.AppendUvarint(raw, uint64(e.offset-previous))
		raw = append(raw, byte(e.state)|byte(min(e.deaths, deathsMax))<<2|byte(min(e.deathsAlone, deathsMax))<<5)
		previous = e.offset
	}
	return journalVersion + ":" + base64.RawStdEncoding.EncodeToString(raw)
}

// decodeJournal reads metadata back. Bytes that are not ours give an error, and an open journal.
func decodeJournal(metadata string, checkpoint int64) (journal, error) {
	if metadata == "" {
		return journal{}, nil
	}
	text, ok := strings.CutPrefix(metadata, journalVersion+":")
	raw, err := base64.RawStdEncoding.DecodeString(text)
	if !ok || err != nil {
		return journal{open: true}, errJournal
	}
	j := journal{open: true}
	previous := checkpoint
	for len(raw) > 0 {
		delta, n := binary.Uvarint(raw)
		if n <= 0 || len(raw) <= n || int64(delta) < 0 || previous+int64(delta) < previous || len(j.entries) == journalMax {
			return journal{open: true}, errJournal
		}
		previous += int64(delta)
		b := raw[n]
		raw = raw[n+1:]
		if state(b&3) > alone {
			return journal{open: true}, errJournal
		}
		j.entries = append(j.entries, entry{previous, int(b >> 2 & deathsMax), int(b >> 5 & deathsMax), state(b & 3)})
	}
	return j, nil
}

// suspects counts the death that an open journal tells of.
func (j journal) suspects() map[int64]*entry {
	found := map[int64]*entry{}
	for _, e := range j.entries {
		switch e.state {
		case working:
			e.deaths++
		case alone:
			e.deathsAlone++
		}
		e.state = waiting
		found[e.offset] = &e
	}
	return found
}

func (e *entry) mustRunAlone() bool { return e != nil && e.deaths >= deathsToRunAlone }
func (e *entry) mustPark() bool     { return e != nil && e.deathsAlone >= deathsToPark }
