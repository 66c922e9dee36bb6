package choose

import (
	"fmt"
	"io/fs"

	"lavra.dev/processors/extraction/guess"
	"lavra.dev/processors/extraction/odds"
)

// Models are the fitted weights: of candidates, of what is chosen of them, and of cells.
type Models struct{ Candidate, Guess, Value, Cell *odds.Model }

// ModelFiles names the files of the models, with their features.
var ModelFiles = map[string][]string{"candidate": CandidateFeatures, "guess": guess.Features, "value": ValueFeatures, "cell": CellFeatures}

// Read reads the models of a folder.
func Read(files fs.FS) (*Models, error) {
	var m Models
	for name, into := range map[string]**odds.Model{"candidate": &m.Candidate, "guess": &m.Guess, "value": &m.Value, "cell": &m.Cell} {
		text, err := fs.ReadFile(files, name+".txt")
		if err != nil {
			return nil, fmt.Errorf("reading the model of a %s: %w", name, err)
		}
		if *into, err = odds.Parse(string(text), ModelFiles[name]); err != nil {
			return nil, fmt.Errorf("reading the model of a %s: %w", name, err)
		}
	}
	return &m, nil
}
