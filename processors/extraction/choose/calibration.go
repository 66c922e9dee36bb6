package choose

import (
	"fmt"
	"io/fs"
	"strings"

	"lavra.dev/processors/extraction/odds"
	"lavra.dev/processors/extraction/render"
	"lavra.dev/schemas/event"
)

// Calibration is the last step to a confidence: how sure values and cells are on layouts that neither
// the models nor the readers were made with. The models were fitted to layouts that the readers had been
// cured on, and believe too much elsewhere: most of all where the other values of a document are unsure (ADR 066). They were
// fitted to few pages that OCR read: what speaks against its words counts here (ADR 071).
type Calibration struct{ Value, Cell Sureness }

// Sureness gives the log odds of a value by its own and the mean of those of the others of its document, and by what speaks
// against the reading of its words.
type Sureness struct{ Base, Own, Others, Worst, Figures, Bare, Other, Sign float64 }

// LogOdds are those of a value.
func (s Sureness) LogOdds(own, others float64, of Doubt) float64 {
	return s.Base + s.Own*own + s.Others*others + s.Worst*of.Worst + s.Figures*of.Figures + s.Bare*of.Bare + s.Other*of.Other + s.Sign*of.Sign
}

// farthest is the confidence that counts for certainty: what is rounded to three digits tells no more.
const farthest = 0.9995

// Known are the log odds of confidences, and for each the mean of the others'.
func Known(confidences []float64) (own, others []float64) {
	var sum float64
	for _, p := range confidences {
		own = append(own, odds.LogOdds(min(max(p, 1-farthest), farthest)))
		sum += own[len(own)-1]
	}
	for _, o := range own {
		rest := odds.LogOdds(0.95) // of a value alone
		if len(own) > 1 {
			rest = (sum - o) / float64(len(own)-1)
		}
		others = append(others, rest)
	}
	return own, others
}

// apply sets the confidence of the values, of their fields and lists. Nothing is given or left out for
// it: what is as likely wrong as right stays where it is.
func (c *Calibration) apply(fields []event.Field, doubts *Doubts) {
	var values, cells []*event.Leaf
	for i := range fields {
		for k := range fields[i].Leaves {
			leaf := &fields[i].Leaves[k]
			if strings.Contains(leaf.Path, "[") {
				cells = append(cells, leaf)
			} else {
				values = append(values, leaf)
			}
		}
	}
	if c != nil {
		c.Value.apply(values, doubts)
		c.Cell.apply(cells, doubts)
	}
	for i := range fields {
		var sum float64
		for _, leaf := range fields[i].Leaves {
			sum += leaf.Confidence
		}
		fields[i].Confidence = render.Thousandth(sum / float64(max(len(fields[i].Leaves), 1)))
	}
}

func (s Sureness) apply(leaves []*event.Leaf, doubts *Doubts) {
	var before []float64
	for _, leaf := range leaves {
		before = append(before, leaf.Confidence)
	}
	own, others := Known(before)
	for i, leaf := range leaves {
		if even := 0.5; leaf.Confidence > even {
			leaf.Confidence = render.Thousandth(max(even, odds.Probability(s.LogOdds(own[i], others[i], doubts.Of(leaf)))))
		}
	}
}

// CalibrationFile is where a folder of models has it.
const CalibrationFile = "calibration.txt"

// String is how its file has it.
func (c Calibration) String() string {
	return fmt.Sprintf("value %s\ncell %s\n", c.Value, c.Cell)
}

func (s Sureness) String() string {
	return fmt.Sprintf("%.3f %.3f %.3f %.3f %.3f %.3f %.3f %.3f", s.Base, s.Own, s.Others, s.Worst, s.Figures, s.Bare, s.Other, s.Sign)
}

func (s *Sureness) numbers() []any {
	return []any{&s.Base, &s.Own, &s.Others, &s.Worst, &s.Figures, &s.Bare, &s.Other, &s.Sign}
}

func readCalibration(files fs.FS) (*Calibration, error) {
	text, err := fs.ReadFile(files, CalibrationFile)
	if err != nil {
		return nil, fmt.Errorf("reading the calibration: %w", err)
	}
	var c Calibration
	if _, err := fmt.Sscanf(string(text), "value %g %g %g %g %g %g %g %g\ncell %g %g %g %g %g %g %g %g\n", append(c.Value.numbers(), c.Cell.numbers()...)...); err != nil {
		return nil, fmt.Errorf("reading the calibration: %w", err)
	}
	return &c, nil
}
