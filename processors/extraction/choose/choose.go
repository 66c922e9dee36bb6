// Package choose decides which candidates are the values of a document, and how sure each is.
//
// In come all candidates and the rows of the lists; out go the fields with their confidence, or
// what was known about each for those who fit the models. All fields are chosen at once, no words
// twice, and nothing is chosen that is rather wrong than right.
package choose

import (
	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/processors/extraction/guess"
	"lavra.dev/processors/extraction/lists"
	"lavra.dev/processors/extraction/nearby"
	"lavra.dev/processors/extraction/propose"
	"lavra.dev/processors/extraction/region"
)

// Choice is what is chosen of a document's candidates.
type Choice struct {
	*propose.Reader
	models  *Models
	lists   [][]candidate.Row   // by field
	inTable []float64           // of each token: what the row of a list weighs that holds it
	known   []candidateFeatures // by candidate, but the guesses behind them
	guesses []guess.Guess
	chosen  []*candidate.Value // by field
	rivals  []*candidate.Value // likeliest other value, by field
	repeats []int              // times that the chosen value was found, by field
	near    *nearby.Reader
}

// Of chooses the values of all fields at once, near telling what stands around them.
func Of(found []candidate.Value, r *region.Regions, l lists.Lists, near *nearby.Reader, models *Models) *Choice {
	x := &Choice{Reader: propose.To(found, r), models: models, lists: l.Rows, inTable: l.InTable, near: near}
	x.assign()
	x.derive()
	x.dropUnfit()
	return x
}
