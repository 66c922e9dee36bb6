package extraction

import (
	"slices"
	"strings"

	"lavra.dev/processors/extraction/shape"
	"lavra.dev/processors/text/layout"
	"lavra.dev/processors/text/recognise"
	"lavra.dev/schemas/catalogue"
)

// joinParties gives the label of a box with a party all labels of what stands in it:
// "Pagador/CPF/CNPJ/Endereço".
func (x *extractor) joinParties() {
	out := x.spots[:0]
	for _, s := range x.spots {
		if n := len(out) - 1; n >= 0 && out[n].starts && !out[n].colon && out[n].cell == s.cell && x.joined(out[n].last, s.first) && out[n].opensBox() && s.ofField() {
			out[n].last, out[n].ends, out[n].colon = s.last, s.ends, s.colon
			out[n].box = x.sheet.Box(out[n].first, s.last)
			continue
		}
		out = append(out, s)
	}
	x.spots = out
}

func (s *spot) opensBox() bool {
	return slices.ContainsFunc(s.refs, func(r ref) bool { return r.role == boxLabel }) && slices.ContainsFunc(s.refs, func(r ref) bool { return r.role == sectionLabel })
}

func (s *spot) ofField() bool {
	return slices.ContainsFunc(s.refs, func(r ref) bool { return r.role == fieldLabel || r.role == boxLabel })
}

// readJoint reads the labels that share a box, whose values stand in the same order and are
// parted by the same mark: "Sexo / Cor: MASCULINO / PARDA". The labels of such a box are
// not read one by one.
func (x *extractor) readJoint() {
	x.joint = map[*spot]bool{}
	for i := 0; i < len(x.spots); i++ {
		group := x.jointFrom(i)
		if len(group) < 2 {
			continue
		}
		whole := *group[0]
		last := group[len(group)-1]
		whole.last, whole.box, whole.ends, whole.colon = last.last, x.sheet.Box(whole.first, last.last), last.ends, last.colon
		for _, g := range x.regions(&whole, catalogue.Field{Kind: catalogue.String}) {
			if x.readJointValues(group, g) {
				break
			}
		}
		i += len(group) - 1
	}
}

// jointFrom lists the labels of one box from spot i on; none where it is a label alone.
func (x *extractor) jointFrom(i int) []*spot {
	if !x.spots[i].starts || x.spots[i].quality < 0.75 || !x.asks(&x.spots[i]) {
		return nil
	}
	group := []*spot{&x.spots[i]}
	for k := i + 1; k < len(x.spots); k++ {
		before, next := group[len(group)-1], &x.spots[k]
		if before.colon || next.cell != before.cell || !x.joined(before.last, next.first) || !x.asks(next) {
			break
		}
		group = append(group, next)
	}
	if last := group[len(group)-1]; !last.ends && !last.colon && !dots(&x.sheet.Tokens[last.last+1]) {
		return nil
	}
	return group
}

// asks tells whether a label is that of a field which is no list, or of what nobody wants.
func (x *extractor) asks(s *spot) bool {
	return slices.ContainsFunc(s.refs, func(r ref) bool { return r.role == noiseLabel || x.asksFor(s, r) })
}

func (x *extractor) asksFor(s *spot, r ref) bool {
	return r.role == fieldLabel && x.plan.typ.Fields[r.field].Kind != catalogue.List && x.labelInScope(x.plan.typ.Fields[r.field], s, r)
}

// joined tells whether nothing but a mark or "e" stands between two words.
func (x *extractor) joined(a, b int) bool {
	switch between := x.sheet.Tokens[a+1 : b]; len(between) {
	case 0:
		return strings.HasSuffix(x.sheet.Tokens[a].Text, "/") || strings.HasSuffix(x.sheet.Tokens[a].Text, ",")
	case 1:
		return between[0].Text == "/" || between[0].Text == "e" || between[0].Text == "," || between[0].Dash()
	}
	return false
}

// dots tells whether a token is the leader from a label to its value.
func dots(t *layout.Token) bool { return strings.HasPrefix(t.Text, "..") }

// readJointValues proposes the values of the labels of a box, where there are as many.
func (x *extractor) readJointValues(group []*spot, g region) bool {
	g.run = x.firstCell(shape.WithoutLeaders(g.run))
	parts := inParts(g.run, len(group))
	if parts == nil {
		return false
	}
	before := len(x.candidates)
	for k, s := range group {
		for _, r := range s.refs {
			if !x.asksFor(s, r) {
				continue
			}
			f, one := x.plan.typ.Fields[r.field], region{place: g.place, run: parts[k]}
			if score := g.score * group[0].quality; recognise.Typed(f.Kind) {
				x.proposeTyped(r.field, f, one, score)
			} else {
				x.proposeText(r.field, f, one, score)
			}
		}
	}
	if len(x.candidates) == before {
		return false
	}
	for _, s := range group {
		x.joint[s] = true
	}
	return true
}

// inParts parts a run at the first mark that makes n parts of it; nil where none does.
func inParts(r recognise.Run, n int) []recognise.Run {
	for _, mark := range []func(string) bool{
		func(t string) bool { return t == "/" },
		func(t string) bool { return strings.HasSuffix(t, "/") },
		func(t string) bool { return t == "-" || t == "–" || t == "—" || t == "|" || t == "•" },
		func(t string) bool { return strings.HasSuffix(t, ",") || strings.HasSuffix(t, ";") },
		func(t string) bool { return t == "e" },
	} {
		var parts []recognise.Run
		start := 0
		for i := range r.Len() {
			if text := r.Token(i).Text; mark(text) {
				end := i
				if len(text) > 1 && text != "–" && text != "—" && text != "•" {
					end++ // a mark set close to the word before
				}
				if start < end {
					parts = append(parts, recognise.Run{Sheet: r.Sheet, Index: r.Index[start:end]})
				}
				start = i + 1
			}
		}
		if start < r.Len() {
			parts = append(parts, recognise.Run{Sheet: r.Sheet, Index: r.Index[start:]})
		}
		if len(parts) == n {
			return parts
		}
	}
	return nil
}
