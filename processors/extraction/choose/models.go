package choose

import (
	"fmt"
	"io/fs"

	"lavra.dev/processors/extraction/guess"
	"lavra.dev/processors/extraction/nearby"
	"lavra.dev/processors/extraction/odds"
)

// Models are the fitted weights: of candidates, of what is chosen of them, of cells, and of what stands around values.
type Models struct {
	Candidate, Guess, Value, Cell *odds.Model
	Nearby                        *nearby.Model
	Calibration                   *Calibration // nil: confidences are as the models have them
}

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
	file, err := files.Open(nearbyFile)
	if err != nil {
		return nil, fmt.Errorf("reading the model of what stands nearby: %w", err)
	}
	defer func() { _ = file.Close() }()
	if m.Nearby, err = nearby.Read(file); err != nil {
		return nil, fmt.Errorf("reading the model of what stands nearby: %w", err)
	}
	if m.Calibration, err = readCalibration(files); err != nil {
		return nil, err
	}
	return &m, nil
}

const nearbyFile = "nearby.bin"
