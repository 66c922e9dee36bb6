package choose

import "lavra.dev/processors/extraction/candidate"

// numbered is what is known of tax numbers and the names that they go with.
type numbered struct {
	nameOf  []int              // by field of a number: the field of its name; -1 for none
	names   []*candidate.Value // by field of a number: the likeliest name that it goes with, nil for none
	numbers []*candidate.Value
}

func (x *Choice) numbered() numbered {
	n := numbered{nameOf: make([]int, len(x.Type.Fields)), names: make([]*candidate.Value, len(x.Type.Fields))}
	for i, f := range x.Type.Fields {
		name, ok := x.Type.Index[f.With]
		if n.nameOf[i] = -1; ok {
			n.nameOf[i], n.names[i] = name, x.ownName(name)
		}
	}
	for i := range x.Found {
		if c := &x.Found[i]; n.nameOf[c.Field] >= 0 && len(c.Tokens) > 0 {
			n.numbers = append(n.numbers, c)
		}
	}
	return n
}

// ownName is the likeliest name of a field, nil where it is rather that of another party.
func (x *Choice) ownName(field int) *candidate.Value {
	name := x.BestOf(field)
	for i := range x.Found {
		o := &x.Found[i]
		if name != nil && o.Field != field && o.Score > name.Score && x.Type.Numbered[o.Field] && len(o.Tokens) > 0 && o.Tokens[0] == name.Tokens[0] {
			return nil
		}
	}
	return name
}

// gapToName is how many words behind the likeliest name that it goes with a number stands, or before it below 0.
func (n numbered) gapToName(c *candidate.Value) float32 {
	name := n.names[c.Field]
	if name == nil {
		return far
	}
	first, last := name.Span()
	if at := c.Tokens[0]; at < first {
		return max(float32(at-first), -far)
	} else {
		return min(float32(at-last), far)
	}
}

// behindNames is how many words behind a name its number stands at the most: "inscrita no CNPJ/MF sob o nº".
const behindNames = 8

// numberBehind is how much better the number behind a name is that of its party than that of another one: 0 where none
// stands there.
func (n numbered) numberBehind(name *candidate.Value) float32 {
	_, last := name.Span()
	var own, other float64
	nearest := int32(behindNames + 1)
	for _, c := range n.numbers {
		gap := c.Tokens[0] - last
		if gap <= 0 || gap > nearest {
			continue
		}
		if gap < nearest {
			own, other, nearest = 0, 0, gap
		}
		if n.nameOf[c.Field] == name.Field {
			own = max(own, c.Score)
		} else {
			other = max(other, c.Score)
		}
	}
	return float32(own - other)
}
