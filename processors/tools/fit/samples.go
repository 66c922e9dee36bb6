package main

import (
	"context"
	"encoding/json"
	"fmt"
	"hash/crc32"
	"path/filepath"
	"runtime"
	"slices"
	"sort"
	"strconv"
	"strings"

	"golang.org/x/sync/errgroup"

	"lavra.dev/processors/document"
	"lavra.dev/processors/extraction"
	"lavra.dev/processors/extraction/choose"
	"lavra.dev/processors/extraction/odds"
	"lavra.dev/processors/tools/boosting"
	"lavra.dev/processors/tools/forms"
	"lavra.dev/processors/tools/readings"
	"lavra.dev/processors/tools/scoring"
	"lavra.dev/processors/tools/strange"
	"lavra.dev/schemas/catalogue"
)

// sample is a document with its reading, its truth and its group.
type sample struct {
	scoring.Sample
	doc     document.Document
	group   int
	weight  float64
	wording int               // whose words it is in
	known   map[string]string // of a form of the tests: the fields that are told; nil: all
}

// reading is one way to read a sample.
type reading struct {
	document *sample
	variant  int
}

// The ways: as it is, with a part of the catalogue hidden, in words of which some are known to nobody.
const (
	asItIs = iota
	hidden
	unknown
)

// doc is the document of a reading.
func (r reading) doc() document.Document {
	if r.variant != unknown {
		return r.document.doc
	}
	return strange.Document(r.document.doc, r.document.Truth.Fields, r.document.Name, strange.Share)
}

// load reads the samples of folders; FOLDER@4 counts four times, FOLDER#notaries is in the words of notaries.
func load(ctx context.Context, cache string, folders []string) ([]*sample, error) {
	kept := readings.Keeper{Folder: cache}
	defer kept.Close()
	var out []*sample
	wordings := map[string]int{}
	for _, folder := range folders {
		folder, words, _ := strings.Cut(folder, "#")
		if _, ok := wordings[words]; !ok {
			wordings[words] = len(wordings)
		}
		folder, times, counted := strings.Cut(folder, "@")
		weight := 1.0
		if counted {
			var err error
			if weight, err = strconv.ParseFloat(times, 64); err != nil {
				return nil, fmt.Errorf("weighing %s: %w", folder, err)
			}
		}
		tested, err := loadForms(folder, weight)
		for _, t := range tested {
			t.wording = wordings[words]
		}
		if err != nil {
			return nil, err
		}
		out = append(out, tested...)
		all, err := scoring.Load([]string{folder})
		if err != nil {
			return nil, err
		}
		for _, s := range all {
			if _, ok := catalogue.Lookup(s.Truth.DocumentType); !ok || strings.HasSuffix(s.Path, ".xml") {
				continue
			}
			doc, _, err := kept.Read(ctx, s.Path)
			if err != nil {
				return nil, fmt.Errorf("reading %s: %w", s.Name, err)
			}
			out = append(out, &sample{s, doc, int(crc32.ChecksumIEEE([]byte(layoutOf(s.Name)))), weight, wordings[words], nil})
		}
	}
	return out, nil
}

// loadForms reads the documents that the tests of extraction read.
func loadForms(folder string, weight float64) ([]*sample, error) {
	paths, err := filepath.Glob(filepath.Join(folder, "*", "*.txtar"))
	if err != nil {
		return nil, fmt.Errorf("listing forms: %w", err)
	}
	var out []*sample
	for _, path := range paths {
		form, err := forms.Read(path)
		if err != nil {
			return nil, err
		}
		s := &sample{Sample: scoring.Sample{Name: path, Truth: scoring.Truth{DocumentType: form.Type, Fields: map[string]any{}}}, doc: form.Document,
			group: int(crc32.ChecksumIEEE([]byte(path))), weight: weight, known: form.Want}
		for name, value := range form.Want {
			if value != "" {
				s.Truth.Fields[name] = decode(value)
			}
		}
		out = append(out, s)
	}
	return out, nil
}

// tells reports whether the truth of a field is known.
func (s *sample) tells(field string) bool {
	_, ok := s.known[field]
	return ok || s.known == nil
}

// layoutOf is a sample's name without what tells its copies apart.
func layoutOf(name string) string {
	for _, suffix := range []string{"-scan", "-photo"} {
		name = strings.TrimSuffix(name, suffix)
	}
	return name
}

// byVariant sorts so that each hidden catalogue entry is compiled once.
func byVariant(work []reading) {
	sort.SliceStable(work, func(i, j int) bool {
		a, b := work[i], work[j]
		if s, t := a.document.Truth.DocumentType, b.document.Truth.DocumentType; s != t {
			return s < t
		}
		return a.variant < b.variant
	})
}

// hides reports whether a wording is hidden: one in three is, as on documents that nobody has seen.
func hides(text string) bool { return crc32.ChecksumIEEE([]byte("1"+text))%3 == 0 }

// entry is the catalogue's entry of a type, as a variant has it.
func entry(name string, variant int) catalogue.Type {
	typ, _ := catalogue.Lookup(name)
	if variant != hidden {
		return typ
	}
	kept := func(list []string) []string {
		var out []string
		for _, text := range list {
			if !hides(text) {
				out = append(out, text)
			}
		}
		return out
	}
	typ.Prose, typ.Fallback, typ.Noise = kept(typ.Prose), kept(typ.Fallback), kept(typ.Noise)
	sections := map[string][]string{}
	for section, list := range typ.Sections {
		sections[section] = kept(list)
	}
	typ.Sections = sections
	typ.Fields = append([]catalogue.Field(nil), typ.Fields...)
	for i := range typ.Fields {
		f := &typ.Fields[i]
		f.Labels = kept(f.Labels)
		f.Columns = append([]catalogue.Field(nil), f.Columns...)
		for k := range f.Columns {
			f.Columns[k].Labels = kept(f.Columns[k].Labels)
		}
	}
	return typ
}

// perType makes something of the readings of each type, of several at once, and puts it together in one order.
func perType[T any](work []reading, of func([]reading) []T) []T {
	var types [][]reading
	for i, r := range work {
		if i == 0 || r.document.Truth.DocumentType != work[i-1].document.Truth.DocumentType {
			types = append(types, nil)
		}
		types[len(types)-1] = append(types[len(types)-1], r)
	}
	made := make([][]T, len(types))
	var all errgroup.Group
	all.SetLimit(runtime.GOMAXPROCS(0))
	for i := range types {
		all.Go(func() error {
			made[i] = of(types[i])
			return nil
		})
	}
	_ = all.Wait() // none fails
	return slices.Concat(made...)
}

// explain gives what was weighed in each reading, in the order of the work.
func explain(work []reading, models func(*sample) *choose.Models) []choose.Explanation {
	return perType(work, func(work []reading) []choose.Explanation {
		var out []choose.Explanation
		var typ catalogue.Type
		for i, r := range work {
			if i == 0 || r.variant != work[i-1].variant {
				typ = entry(r.document.Truth.DocumentType, r.variant)
			}
			out = append(out, extraction.Explain(r.doc(), typ, models(r.document)))
		}
		return out
	})
}

// candidateExamples are all candidates with whether they are right.
func candidateExamples(work []reading, around strangers) []boosting.Example {
	var out []boosting.Example
	for i, e := range explain(work, func(s *sample) *choose.Models { return &choose.Models{Candidate: &odds.Model{}, Nearby: around.of(s)} }) {
		out = append(out, singleExamples(work[i].document, e.Candidates)...)
	}
	return out
}

// examples are what was weighed after the candidates.
type examples struct{ values, cells, guesses []boosting.Example }

// chosenExamples are the values and cells that models choose which were not fitted to the
// document, and the guesses beside them. Of what the hidden part of the catalogue would find no guess is learned.
func chosenExamples(work []reading, perFold []*boosting.Model, around strangers) examples {
	var out examples
	noGuess := odds.New(-99, nil)
	for i, e := range explain(work, func(s *sample) *choose.Models {
		return &choose.Models{Candidate: perFold[s.wording%folds].Model, Guess: noGuess, Nearby: around.of(s)}
	}) {
		s := work[i].document
		out.values = append(out.values, singleExamples(s, e.Values)...)
		out.cells = append(out.cells, cellExamples(s, e.Cells)...)
		if work[i].variant != hidden {
			out.guesses = append(out.guesses, singleExamples(s, e.Guesses)...)
		}
	}
	return out
}

// singleExamples are values of fields with whether they are right.
func singleExamples(s *sample, all []choose.Explained) []boosting.Example {
	var out []boosting.Example
	for _, v := range all {
		if s.tells(v.Field) {
			out = append(out, boosting.Example{Vector: v.Vector, Right: scoring.Same(s.Truth.Fields[v.Field], decode(v.Value)), Weight: s.weight, Group: s.wording})
		}
	}
	return out
}

// cellExamples are the cells with whether they are right.
func cellExamples(s *sample, cells []choose.Explained) []boosting.Example {
	var out []boosting.Example
	for i, row := range trueRows(s, cells) {
		if c := cells[i]; s.tells(c.Field) {
			out = append(out, boosting.Example{Vector: c.Vector, Right: scoring.Same(row[c.Column], decode(c.Value)), Weight: s.weight, Group: s.wording})
		}
	}
	return out
}

// trueRows pairs the rows that were read with the true ones: by cell, the true row, nil for none.
func trueRows(s *sample, cells []choose.Explained) []map[string]any {
	rows := map[string][]any{}
	for _, c := range cells {
		for len(rows[c.Field]) <= c.Row {
			rows[c.Field] = append(rows[c.Field], map[string]any{})
		}
		rows[c.Field][c.Row].(map[string]any)[c.Column] = decode(c.Value)
	}
	pairs := map[string][]int{}
	for name, list := range rows {
		want, _ := s.Truth.Fields[name].([]any)
		pairs[name] = scoring.PairRows(want, list)
	}
	out := make([]map[string]any, len(cells))
	for i, c := range cells {
		if at := pairs[c.Field][c.Row]; at >= 0 {
			want, _ := s.Truth.Fields[c.Field].([]any)
			out[i], _ = want[at].(map[string]any)
		}
	}
	return out
}

func decode(text string) any {
	var v any
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		return nil
	}
	return v
}
