package main

import (
	"path/filepath"
	"strings"

	"lavra.dev/processors/extraction/compile"
	"lavra.dev/processors/extraction/labels"
	"lavra.dev/processors/extraction/source"
	"lavra.dev/processors/extraction/wrap"
	"lavra.dev/processors/text/fold"
	"lavra.dev/processors/tools/boosting"
	"lavra.dev/schemas/catalogue"
)

var ofWraps = boosting.Settings{Trees: 200, Depth: 5, Rate: 0.1, Least: 2, Ridge: 1}

// fitWraps fits the model that tells whether a value goes on in the line under it.
func fitWraps(work []reading, out string) error {
	examples := wrapExamples(work)
	try("wraps", examples, len(wrap.Features), ofWraps)
	if out == "" {
		return nil
	}
	return write(filepath.Join(out, "model.txt"), boosting.Fit(examples, len(wrap.Features), ofWraps), wrap.Features)
}

// wrapExamples are the ends of lines at which a true value ends or goes on.
func wrapExamples(work []reading) []boosting.Example {
	var out []boosting.Example
	for _, r := range work {
		d := source.Of(r.document.doc, compile.Of(entry(r.document.Truth.DocumentType, r.variant)))
		if d == nil {
			continue
		}
		x := labels.Of(d)
		p := &printed{Labels: x, lines: wrap.Over(x), seen: map[[3]int32]bool{}}
		for _, f := range d.Type.Fields {
			if truth := r.document.Truth.Fields[f.Name]; truth != nil && r.document.tells(f.Name) {
				p.add(f, truth)
			}
		}
		for _, e := range p.examples {
			e.Weight, e.Group = r.document.weight, r.document.group
			out = append(out, e)
		}
	}
	return out
}

// printed gathers where the true values of a document are printed.
type printed struct {
	*labels.Labels
	lines    *wrap.Lines
	seen     map[[3]int32]bool
	examples []boosting.Example
}

func (p *printed) add(f catalogue.Field, truth any) {
	switch v := truth.(type) {
	case string:
		if f.Kind == catalogue.String {
			p.addText(f, fold.Text(strings.Join(strings.Fields(v), "")))
		}
	case []any:
		for _, row := range v {
			if row, ok := row.(map[string]any); ok {
				for _, c := range f.Columns {
					p.add(c, row[c.Name])
				}
			}
		}
	}
}

// shortest is how many letters a value has that is looked for: shorter ones stand in many places.
const shortest = 5

func (p *printed) addText(f catalogue.Field, value string) {
	if len(value) < shortest || strings.Trim(value, "0123456789") == "" {
		return
	}
	for i := range p.Sheet.Tokens {
		if t := &p.Sheet.Tokens[i]; t.Fold != "" && strings.HasPrefix(value, t.Fold) {
			p.follow(f, value, int32(i))
		}
	}
}

// follow reads a value from a token on, over the ends of lines, and keeps what was seen if it is all there.
func (p *printed) follow(f catalogue.Field, value string, first int32) {
	type end struct{ last, under int32 }
	var crossed []end
	rest := value
	for i := first; ; {
		fold := p.Sheet.Tokens[i].Fold
		if !strings.HasPrefix(rest, fold) {
			return
		}
		rest = rest[len(fold):]
		under := p.lines.Under(i)
		if rest == "" {
			for _, e := range crossed {
				p.keep(f, first, e.last, e.under, true)
			}
			if under >= 0 {
				p.keep(f, first, i, under, false)
			}
			return
		}
		switch {
		case int(i)+1 < p.Sheet.Cells[p.Sheet.Tokens[i].Cell].Past:
			i++
		case under >= 0:
			crossed = append(crossed, end{i, under})
			i = int32(p.Sheet.Cells[under].First)
		default:
			return
		}
	}
}

func (p *printed) keep(f catalogue.Field, first, last, under int32, right bool) {
	if key := [3]int32{first, last, under}; !p.seen[key] {
		p.seen[key] = true
		p.examples = append(p.examples, boosting.Example{Vector: p.lines.Vector(f, first, last, under), Right: right})
	}
}
