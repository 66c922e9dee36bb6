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
	nearby.Example
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
			p := places{typ: typ, of: map[[2]int32][]int{}}
			p.add(r.document, extraction.Explain(r.doc(), typ, nothingKnown))
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
	typ      catalogue.Type
	examples []place
	of       map[[2]int32][]int
}

type place struct {
	span    [2]int32
	context *nearby.Context
}

func (p *places) add(s *sample, e choose.Explanation) {
	for _, c := range slices.Concat(e.Candidates, e.Guesses) {
		if c.Nearby != nil && s.tells(c.Field) {
			p.note(c, scoring.Same(s.Truth.Fields[c.Field], decode(c.Value)), slices.IndexFunc(p.typ.Fields, func(f catalogue.Field) bool { return f.Name == c.Field }))
		}
	}
	for i, row := range trueRows(s, e.Cells) {
		c := e.Cells[i]
		if c.Nearby == nil || !s.tells(c.Field) {
			continue
		}
		p.note(c, false, 0)
		list := slices.IndexFunc(p.typ.Fields, func(f catalogue.Field) bool { return f.Name == c.Field })
		for k, column := range p.typ.Fields[list].Columns {
			if value, ok := row[column.Name]; ok {
				p.note(c, scoring.Same(value, decode(c.Value)), nearby.Column(p.typ, list, k))
			}
		}
	}
}

// worded are the examples, one for each class that a place is of.
func (p *places) worded(wording int) []worded {
	var out []worded
	for _, e := range p.examples {
		of := p.of[e.span]
		if len(of) == 0 {
			of = []int{nearby.Classes(p.typ)} // of none
		}
		for _, class := range of {
			out = append(out, worded{nearby.Example{Type: p.typ.Name, Class: class, Context: e.context}, wording})
		}
	}
	return out
}

// note notes that a place is of a class, or that it is one.
func (p *places) note(c choose.Explained, right bool, class int) {
	span := [2]int32{c.First, c.Last}
	of, ok := p.of[span]
	if !ok {
		p.examples = append(p.examples, place{span, c.Nearby})
	}
	if right && !slices.Contains(of, class) {
		of = append(of, class)
	}
	p.of[span] = of
}

// ofNearby is how the model of what stands around values is fitted. On six sets, in wordings held back, a rate of 0.5 told
// less of them (0.48 for 0.54), and more rounds were surer than right.
var ofNearby = nearby.Settings{Epochs: 7, Rate: 0.15, Drop: 0.15}

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
			m := nearby.Fit(in, classes(), ofNearby)
			reportNearby(m, held, k)
			return writeNearby(strangerPath(folder, k), m)
		})
	}
	if out != "" {
		fits.Go(func() error {
			in, _ := deal(all, wordingFolds)
			return writeNearby(filepath.Join(out, "nearby.bin"), nearby.Fit(in, classes(), ofNearby))
		})
	}
	return fits.Wait()
}

// deal parts the examples into those of other folds and those of one.
func deal(all []worded, fold int) (in, held []nearby.Example) {
	for _, e := range all {
		if e.wording%wordingFolds == fold {
			held = append(held, e.Example)
		} else {
			in = append(in, e.Example)
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
func reportNearby(m *nearby.Model, held []nearby.Example, fold int) {
	var right, values, told, sure, sureRight int
	for _, e := range held {
		p := m.Probabilities(e)
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
