package propose

import (
	"lavra.dev/processors/extraction/candidate"
)

func (x *Reader) better(a, b *candidate.Value) bool {
	if a.Score != b.Score {
		return a.Score > b.Score
	}
	if len(a.Tokens) > 0 && len(b.Tokens) > 0 && a.Tokens[0] != b.Tokens[0] {
		if x.Type.Fields[a.Field].Last {
			return a.Tokens[0] > b.Tokens[0]
		}
		return a.Tokens[0] < b.Tokens[0]
	}
	return false
}

func (x *Reader) BestOf(field int) *candidate.Value {
	var best *candidate.Value
	for i := range x.Found {
		if c := &x.Found[i]; c.Field == field && len(c.Tokens) > 0 && (best == nil || x.better(c, best)) {
			best = c
		}
	}
	return best
}
