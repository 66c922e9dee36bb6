package labelled

import (
	"slices"
	"strings"

	"lavra.dev/processors/extraction/compile"
	"lavra.dev/processors/extraction/labels"
	"lavra.dev/processors/extraction/region"
	"lavra.dev/processors/text/layout"
	"lavra.dev/schemas/catalogue"
)

// readJoint reads the labels that share a box, whose values stand in the same order and are
// parted by the same mark: "Sexo / Cor: MASCULINO / PARDA". The labels of such a box are
// not read one by one.
func (x *reader) readJoint() {
	for i := 0; i < len(x.Placed); i++ {
		group := x.jointFrom(i)
		if len(group) < 2 {
			continue
		}
		for k, value := range x.JointValues(group) {
			x.answer(group[k], value, value.Score*group[0].Strength)
		}
		i += len(group) - 1
	}
}

// jointFrom lists the labels of one box from label i on; none where it is a label alone.
func (x *reader) jointFrom(i int) []*labels.Label {
	if !x.Placed[i].Starts || x.Placed[i].Strength < labels.Likely || !x.asks(&x.Placed[i]) {
		return nil
	}
	group := x.JointFrom(i)
	if n := slices.IndexFunc(group, func(s *labels.Label) bool { return !x.asks(s) }); n >= 0 {
		group = group[:n]
	}
	if last := group[len(group)-1]; !last.Ends && !last.Colon && !dots(&x.Sheet.Tokens[last.Last+1]) {
		return nil
	}
	return group
}

// asks reports whether a label is that of a field which is no list, or of what nobody wants.
func (x *reader) asks(s *labels.Label) bool {
	return slices.ContainsFunc(s.Refs, func(r compile.Ref) bool { return r.Role == compile.NoiseLabel || x.asksFor(s, r) })
}

func (x *reader) asksFor(s *labels.Label, r compile.Ref) bool {
	return r.Role == compile.FieldLabel && x.Type.Fields[r.Field].Kind != catalogue.List && x.LabelInScope(x.Type.Fields[r.Field], s, r)
}

// dots reports whether a token is the leader from a label to its value.
func dots(t *layout.Token) bool { return strings.HasPrefix(t.Text, "..") }

// answer proposes the value of a label that stands with others; so it is not read alone.
func (x *reader) answer(s *labels.Label, value region.Region, score float64) {
	for _, r := range s.Refs {
		if x.asksFor(s, r) {
			x.ProposeRegion(r.Field, value, score)
		}
	}
	x.joint[s] = true
}
