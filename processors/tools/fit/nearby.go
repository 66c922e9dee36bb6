package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"

	"golang.org/x/sync/errgroup"

	"lavra.dev/processors/extraction"
	"lavra.dev/processors/extraction/choose"
	"lavra.dev/processors/extraction/nearby"
	"lavra.dev/processors/extraction/odds"
	"lavra.dev/processors/tools/scoring"
	"lavra.dev/schemas/catalogue"
)

// wordingFolds is how many parts the wordings are dealt out to: what one says is judged by a model of the others.
const wordingFolds = 3

// worded is an example with whose words it is in.
type worded struct {
	nearbyExample
	wording int
}

// nearbyExamples are all places that are weighed as a value, each with the class that it truly is of. Nothing is known
// of any candidate there, so that what would be chosen hides none.
func nearbyExamples(work []reading) []worded {
	nothingKnown := &choose.Models{Candidate: &odds.Model{}, Guess: &odds.Model{}, Value: &odds.Model{}, Cell: &odds.Model{}}
	work = slices.DeleteFunc(work, func(r reading) bool { return r.variant == hidden })
	return perType(work, func(work []reading) []worded {
		typ, _ := catalogue.Lookup(work[0].document.Truth.DocumentType)
		var out []worded
		for _, r := range work {
			p := places{typ: typ, at: map[[2]int32]*place{}}
			p.add(r.document, extraction.Explain(r.doc(), typ, nothingKnown))
			p.addUnread(r.document)
			out = append(out, p.worded(r.document.wording)...)
		}
		return out
	})
}

// classes is how many each type has.
func classes() map[string]int {
	out := map[string]int{}
	for _, name := range catalogue.Names() {
		typ, _ := catalogue.Lookup(name)
		out[name] = nearby.Classes(typ)
	}
	return out
}

// places are those of one document, with the classes that they are of.
type places struct {
	typ catalogue.Type
	all []*place
	at  map[[2]int32]*place
}

// place is where words stand that were read as values.
type place struct {
	context *nearby.Context
	values  []typed
	classes []int // those that it is of; of none where there are none
}

// typed is a value of a field's or column's kind, and the class of that field or column.
type typed struct {
	kind  catalogue.Kind
	value any
	class int
}

func (p *places) add(s *sample, e choose.Explanation) {
	for _, c := range slices.Concat(e.Candidates, e.Guesses) {
		if c.Nearby != nil && s.tells(c.Field) {
			field := p.field(c.Field)
			read := typed{p.typ.Fields[field].Kind, decode(c.Value), field}
			p.read(c, read).isOf(read, s.Truth.Fields[c.Field])
		}
	}
	for i, row := range trueRows(s, e.Cells) {
		c := e.Cells[i]
		if c.Nearby == nil || !s.tells(c.Field) {
			continue
		}
		list := p.field(c.Field)
		for k, column := range p.typ.Fields[list].Columns {
			read := typed{column.Kind, decode(c.Value), nearby.Column(p.typ, list, k)}
			p.read(c, read).isOf(read, row[column.Name])
		}
	}
}

func (p *places) field(name string) int {
	return slices.IndexFunc(p.typ.Fields, func(f catalogue.Field) bool { return f.Name == name })
}

// read notes what the words of a place were read as.
func (p *places) read(c choose.Explained, as typed) *place {
	span := [2]int32{c.First, c.Last}
	if p.at[span] == nil {
		p.at[span] = &place{context: c.Nearby}
		p.all = append(p.all, p.at[span])
	}
	at := p.at[span]
	at.values = append(at.values, as)
	return at
}

// isOf notes the class of a value where it is the true one.
func (p *place) isOf(read typed, truth any) {
	if truth != nil && scoring.Same(truth, read.value) && !slices.Contains(p.classes, read.class) {
		p.classes = append(p.classes, read.class)
	}
}

// addUnread gives places the classes of true values that nothing read as such: else the model would learn from
// what the readers do not find that it is none.
func (p *places) addUnread(s *sample) {
	for _, truth := range p.truths(s) {
		shown := func(e *place) bool {
			return slices.ContainsFunc(e.values, func(v typed) bool { return v.kind == truth.kind && scoring.Same(truth.value, v.value) })
		}
		if slices.ContainsFunc(p.all, func(e *place) bool { return slices.Contains(e.classes, truth.class) && shown(e) }) {
			continue
		}
		for _, e := range p.all {
			if shown(e) {
				e.isOf(truth, truth.value)
			}
		}
	}
}

// leastTelling is how many letters a value has at least that hardly stands where it is not meant.
const leastTelling = 5

// truths are the true values that are long enough to be told by their letters.
func (p *places) truths(s *sample) (out []typed) {
	add := func(kind catalogue.Kind, value any, class int) {
		if value != nil && len(fmt.Sprint(value)) >= leastTelling {
			out = append(out, typed{kind, value, class})
		}
	}
	for i, f := range p.typ.Fields {
		rows, list := s.Truth.Fields[f.Name].([]any)
		if !list {
			add(f.Kind, s.Truth.Fields[f.Name], i)
		}
		for _, row := range rows {
			row, _ := row.(map[string]any)
			for k, column := range f.Columns {
				add(column.Kind, row[column.Name], nearby.Column(p.typ, i, k))
			}
		}
	}
	return out
}

// worded are the examples, one for each class that a place is of.
func (p *places) worded(wording int) []worded {
	none := []int{nearby.Classes(p.typ)}
	var out []worded
	for _, e := range p.all {
		of := e.classes
		if len(of) == 0 {
			of = none
		}
		for _, class := range of {
			out = append(out, worded{nearbyExample{Type: p.typ.Name, Class: class, Context: e.context}, wording})
		}
	}
	return out
}

// ofNearby is how the model of what stands around values is fitted. On six sets, in wordings held back, a rate of 0.5 told
// less of them (0.48 for 0.54), and more rounds were surer than right.
var ofNearby = nearbySettings{Epochs: 7, Rate: 0.15, Drop: 0.15}

// fitNearby fits the model to all wordings, and one for each part of them to the others.
func fitNearby(work []reading, out, folder string) error {
	all := nearbyExamples(work)
	fmt.Printf("%d readings, %d places\n", len(work), len(all))
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return fmt.Errorf("making the folder of the models: %w", err)
	}
	var fits errgroup.Group
	fits.SetLimit(runtime.GOMAXPROCS(0))
	for k := range wordingFolds {
		fits.Go(func() error {
			in, held := deal(all, k)
			m := nearbyModel(in, classes(), ofNearby)
			reportNearby(m, held, k)
			return writeNearby(strangerPath(folder, k), m)
		})
	}
	if out != "" {
		fits.Go(func() error {
			in, _ := deal(all, wordingFolds)
			return writeNearby(filepath.Join(out, "nearby.bin"), nearbyModel(in, classes(), ofNearby))
		})
	}
	return fits.Wait()
}

// deal parts the examples into those of other folds and those of one.
func deal(all []worded, fold int) (in, held []nearbyExample) {
	for _, e := range all {
		if e.wording%wordingFolds == fold {
			held = append(held, e.nearbyExample)
		} else {
			in = append(in, e.nearbyExample)
		}
	}
	return in, held
}

func writeNearby(path string, m *nearby.Model) error {
	file, err := os.Create(path)
	if err != nil {
		return fmt.Errorf("writing a model: %w", err)
	}
	if err := m.Write(file, catalogue.Names()); err != nil {
		return fmt.Errorf("writing %s: %w", path, err)
	}
	return file.Close()
}

// reportNearby prints how well a model tells the classes of places in words that it has not read.
func reportNearby(m *nearby.Model, held []nearbyExample, fold int) {
	var right, values, told, sure, sureRight int
	for _, e := range held {
		p := m.Probabilities(e.Type, e.Context)
		best := slices.Index(p, slices.Max(p))
		none := len(p) - 1
		hit := best == e.Class
		if hit {
			right++
		}
		if e.Class != none {
			values++
			if hit {
				told++
			}
		}
		if best != none && p[best] > surelyNearby {
			sure++
			if hit {
				sureRight++
			}
		}
	}
	share := func(n, of int) float64 { return float64(n) / float64(max(of, 1)) }
	fmt.Printf("wordings %d: %d places, right %.3f; %d values, told %.3f; %d told at 0.9 or more, right %.3f\n",
		fold, len(held), share(right, len(held)), values, share(told, values), sure, share(sureRight, sure))
}

// surelyNearby is the log probability of 0.9.
const surelyNearby = -0.105

// strangers are models of what stands around values, each fitted without the wordings of a part of the documents.
type strangers []*nearby.Model

// of is the model that has not read the words of a document.
func (s strangers) of(d *sample) *nearby.Model { return s[d.wording%wordingFolds] }

func strangerPath(folder string, fold int) string {
	return filepath.Join(folder, fmt.Sprintf("nearby-%d.bin", fold))
}

func readStrangers(folder string) (strangers, error) {
	out := make(strangers, wordingFolds)
	for k := range out {
		file, err := os.Open(strangerPath(folder, k))
		if err != nil {
			return nil, fmt.Errorf("reading what fit -only nearby makes first: %w", err)
		}
		out[k], err = nearby.Read(file)
		if err := errors.Join(err, file.Close()); err != nil {
			return nil, err
		}
	}
	return out, nil
}
