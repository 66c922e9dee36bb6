package main

import (
	"fmt"
	"os"
	"path/filepath"

	"lavra.dev/processors/extraction"
	"lavra.dev/processors/extraction/choose"
	"lavra.dev/processors/extraction/guess"
	"lavra.dev/processors/extraction/odds"
	"lavra.dev/processors/tools/scoring"
	"lavra.dev/schemas/catalogue"
)

var ofGuesses = odds.Settings{Trees: 80, Depth: 5, Rate: 0.12, Least: 8, Ridge: 5}

// fitGuesses fits the model of values beside labels that nobody understands, to the documents and
// to the same ones with words that nobody knows.
func fitGuesses(work []reading, out string) error {
	models, err := choose.Read(os.DirFS(filepath.Join("extraction", "models")))
	if err != nil {
		return err
	}
	models.Guess = &odds.Model{}
	var examples []odds.Example
	for _, r := range work {
		typ, _ := catalogue.Lookup(r.document.Truth.DocumentType)
		if r.variant == hidden {
			continue
		}
		for _, g := range extraction.Explain(r.doc(), typ, models).Guesses {
			if r.document.tells(g.Field) {
				right := scoring.Same(r.document.Truth.Fields[g.Field], decode(g.Value))
				examples = append(examples, odds.Example{Vector: g.Vector, Right: right, Weight: r.document.weight, Group: r.document.group})
			}
		}
	}
	right := 0
	for _, e := range examples {
		if e.Right {
			right++
		}
	}
	fmt.Printf("%d readings, %d guesses, %d right\n", len(work), len(examples), right)
	try("guesses", examples, len(guess.Features), ofGuesses)
	if out == "" {
		return nil
	}
	return write(filepath.Join(out, "guess.txt"), odds.Fit(examples, len(guess.Features), ofGuesses), guess.Features)
}
