package labels

import (
	"slices"

	"lavra.dev/processors/extraction/compile"
	"lavra.dev/processors/text/meaning"
	"lavra.dev/schemas/catalogue"
)

// OtherYear reports whether a label that names a year names the wrong one.
func (x *Labels) OtherYear(s *Label, r compile.Ref) bool {
	if r.Year == 0 || s.year == 0 {
		return false
	}
	if x.Early == x.Late {
		return x.lone != 0 && x.lone != r.Year
	}
	return r.Year < 0 && s.year != x.Early || r.Year > 0 && s.year != x.Late
}

// LabelInScope reports whether a label holds in the part of the document where it stands.
func (x *Labels) LabelInScope(f catalogue.Field, s *Label, r compile.Ref) bool {
	if r.Owner != "" {
		return x.ownedBy(r.Owner, f, s) && !Within(s.Sections, f.NotIn)
	}
	return x.InScope(f, s) || namesPart(s, f) || x.namesOwner(s, f)
}

// namesPart reports whether a label names the part of the document that its field stands in, too: behind another one
// on its line, "Tributação exclusiva (total): 5,00" opens no part and is in that of the other, and "Quem responde pelos
// dados: Ana Luz" is the part of that person and asks for the name. Somebody is named so only where a cell begins:
// "Vendedor: Ana Luz" in the middle of a remark is no part.
func namesPart(s *Label, f catalogue.Field) bool {
	return slices.ContainsFunc(s.Refs, func(r compile.Ref) bool {
		return r.Role == compile.SectionLabel && (r.Owner == "" || s.Starts) && slices.Contains(f.In, r.Section)
	})
}

// namesOwner reports whether a label says itself whose attribute it is: "Nome do paciente" is his
// in the part of the clinic, too, and "Cliente:" asks for the client's name wherever it stands.
func (x *Labels) namesOwner(s *Label, f catalogue.Field) bool {
	owner, ok := x.Type.OwnerMeanings[f.Of]
	return ok && slices.ContainsFunc(x.Reading.Parses(s.First, s.Last, 0), func(parts []meaning.Part) bool {
		fit, _ := owner.Fit(parts)
		return fit.Owner && (s.Colon && f.Is == "name" && len(f.In) == 0 || slices.ContainsFunc(parts, x.Reading.Attribute))
	})
}

// InScope reports whether the values of a field may stand in the part of the document that a label is in.
func (x *Labels) InScope(f catalogue.Field, s *Label) bool { return mayStandIn(s.Sections, f) }

func mayStandIn(parts []string, f catalogue.Field) bool {
	return (len(f.In) == 0 || Within(parts, f.In)) && !Within(parts, f.NotIn)
}

// MayStand reports whether a token is in a part of the document that the field's
// values may stand in.
func (x *Labels) MayStand(f catalogue.Field, token int32) bool {
	t := &x.Sheet.Tokens[token]
	return mayStandIn(x.SectionsOf(t.Page, t.Rect), f)
}

// PartLost reports whether the part of the document that a table belongs to has no heading
// anywhere: none that the entry knows, or a scan lost it on its dark band.
func (x *Labels) PartLost(f catalogue.Field) bool {
	return x.Untitled(f.Table.In)
}

// Untitled reports whether no title of the document opens a part with one of the names.
func (x *Labels) Untitled(names []string) bool {
	return len(names) > 0 && !slices.ContainsFunc(x.sections, func(s Section) bool { return slices.Contains(names, s.name) })
}
