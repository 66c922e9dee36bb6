package stage

import (
	"fmt"
	"strings"
	"testing"
)

func TestAJournalComesBackAsItWasWritten(t *testing.T) {
	for name, j := range map[string]journal{
		"closed":   {},
		"open":     {open: true},
		"one":      {open: true, entries: []entry{{offset: 100, state: working}}},
		"several":  {open: true, entries: []entry{{100, 1, 0, waiting}, {101, 2, 1, alone}, {100_000, 7, 7, working}}},
		"unsorted": {open: true, entries: []entry{{105, 0, 0, working}, {101, 0, 0, working}}},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := decodeJournal(j.encode(100), 100)
			if err != nil {
				t.Fatal(err)
			}
			if fmt.Sprint(got) != fmt.Sprint(j) { // encode has sorted j
				t.Errorf("got %v, wrote %v", got, j)
			}
		})
	}
}

func TestAJournalFitsIntoTheMetadataOfACommit(t *testing.T) {
	j := journal{open: true}
	for i := range 1000 {
		j.entries = append(j.entries, entry{offset: int64(1)<<40 + int64(i)*9999, deaths: 7, deathsAlone: 7, state: alone})
	}
	text := j.encode(0)
	if len(text) > 4096 {
		t.Errorf("a long journal has %d bytes; brokers take 4096", len(text))
	}
	got, err := decodeJournal(text, 0)
	if err != nil || len(got.entries) != journalMax || got.entries[0] != j.entries[0] {
		t.Errorf("%d entries came back, %v; want the oldest %d", len(got.entries), err, journalMax)
	}
}

// What becomes of one record over several starts, each of which found it in the
// given state, as the process before left it.
func TestARecordIsParkedOnlyForDeathsItDiedAlone(t *testing.T) {
	for _, c := range []struct {
		found     string // w: waiting, b: at work beside others, a: at work alone
		runsAlone bool
		parked    bool
	}{
		{"", false, false},
		{"w", false, false},
		{"wwww", false, false},
		{"b", false, false},
		{"bb", true, false},
		{"bwb", true, false},
		{"bbw", true, false},
		{"bba", true, false}, // three kills from outside
		{"bbbbbbbbbbbb", true, false},
		{"bbaa", true, false},
		{"bbaaa", true, true},
		{"bbawaa", true, true},
	} {
		e := &entry{offset: 5}
		for _, s := range c.found {
			e.state = map[rune]state{'w': waiting, 'b': working, 'a': alone}[s]
			j, err := decodeJournal(journal{open: true, entries: []entry{*e}}.encode(0), 0)
			if err != nil {
				t.Fatal(err)
			}
			e = j.suspects()[5]
		}
		if e.mustRunAlone() != c.runsAlone || e.mustPark() != c.parked {
			t.Errorf("after %q: alone %v, parked %v; want %v, %v", c.found, e.mustRunAlone(), e.mustPark(), c.runsAlone, c.parked)
		}
	}
}

func FuzzDecodeJournal(f *testing.F) {
	for _, seed := range []string{"", "1:", "1:AAA", "2:AAAA", "commit by somebody else", "1:" + strings.Repeat("/", 300), (journal{open: true, entries: []entry{{5, 1, 2, alone}}}).encode(3)} {
		f.Add(seed, int64(3))
	}
	f.Fuzz(func(t *testing.T, metadata string, checkpoint int64) {
		if checkpoint < 0 {
			return
		}
		j, err := decodeJournal(metadata, checkpoint)
		if err != nil {
			return
		}
		for _, e := range j.entries {
			if e.offset < checkpoint {
				t.Fatalf("entry at %d lies before the checkpoint %d", e.offset, checkpoint)
			}
		}
		again, err := decodeJournal(j.encode(checkpoint), checkpoint)
		if err != nil || fmt.Sprint(again.suspects()) == "" || len(again.entries) != len(j.entries) || again.open != j.open {
			t.Fatalf("%v came back as %v, %v", j, again, err)
		}
	})
}
