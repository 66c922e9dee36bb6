package extraction

import (
	"embed"
	"fmt"
	"sync"

	"lavra.dev/processors/extraction/odds"
)

// Models are the fitted weights: of candidates, of what is chosen of them, and of cells.
type Models struct{ Candidate, Value, Cell *odds.Model }

// ModelFiles names the files of the models under models/, with their features.
var ModelFiles = map[string][]string{"candidate": CandidateFeatures, "value": ValueFeatures, "cell": CellFeatures}

//go:embed models/*.txt
var modelFiles embed.FS

// fitted are the models of this program, which tools/fit made.
var fitted = sync.OnceValue(func() *Models {
	return &Models{Candidate: mustParse("candidate"), Value: mustParse("value"), Cell: mustParse("cell")}
})

func mustParse(name string) *odds.Model {
	text, err := modelFiles.ReadFile("models/" + name + ".txt")
	if err == nil {
		var m *odds.Model
		if m, err = odds.Parse(string(text), ModelFiles[name]); err == nil {
			return m
		}
	}
	panic(fmt.Errorf("reading the model of a %s: %w", name, err)) // part of the program, and a test reads them
}
