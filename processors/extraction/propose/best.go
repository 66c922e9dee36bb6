package propose

import "lavra.dev/processors/extraction/candidate"

// BestOf is the likeliest of what was found so far for a field, of several alike the first, nil where nothing was.
func (x *Reader) BestOf(field int) *candidate.Value {
	var best *candidate.Value
	for i := range x.Found {
		if c := &x.Found[i]; c.Field == field && len(c.Tokens) > 0 && (best == nil || c.Score > best.Score) {
			best = c
		}
	}
	return best
}
