package deadletter

import (
	"cmp"
	"slices"
	"strings"
	"time"
)

// Filter chooses letters; what is empty chooses all.
type Filter struct {
	Kind    Kind
	State   State
	Class   string
	Stage   string
	Account string
	Type    string
	Reason  string // a part of it
	Since   time.Time
	Until   time.Time // not part of it
}

func (f Filter) chooses(l *Letter) bool {
	is := func(want, got string) bool { return want == "" || want == got }
	return is(string(f.Kind), string(l.Kind)) && is(string(f.State), string(l.State)) && is(f.Class, l.Class) && is(f.Stage, l.Stage) &&
		is(f.Account, l.Account) && is(f.Type, l.Type) && strings.Contains(l.Reason, f.Reason) &&
		!l.At.Before(f.Since) && (f.Until.IsZero() || l.At.Before(f.Until))
}

// Count is how many letters failed alike.
type Count struct {
	Kind                 Kind
	Stage, Class, Reason string // Reason without numbers and identifiers
	Letters              int
	First, Last          time.Time
}

// Histogram counts letters by kind, stage, class and reason, the most frequent first.
func Histogram(letters []Letter) []Count {
	counts := map[Count]*Count{}
	var all []*Count
	for _, l := range letters {
		key := Count{Kind: l.Kind, Stage: l.Stage, Class: l.Class, Reason: kindOfReason(l.Reason)}
		c := counts[key]
		if c == nil {
			fresh := key
			c = &fresh
			c.First, c.Last = l.At, l.At
			counts[key] = c
			all = append(all, c)
		}
		c.Letters++
		if l.At.Before(c.First) {
			c.First = l.At
		}
		if l.At.After(c.Last) {
			c.Last = l.At
		}
	}
	slices.SortStableFunc(all, func(a, b *Count) int {
		return cmp.Or(b.Letters-a.Letters, strings.Compare(a.Stage+a.Class+a.Reason, b.Stage+b.Class+b.Reason))
	})
	out := make([]Count, len(all))
	for i, c := range all {
		out[i] = *c
	}
	return out
}
