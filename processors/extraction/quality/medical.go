package quality

import (
	"fmt"
	"regexp"
)

var diseaseCode = regexp.MustCompile(`^[A-Z][0-9]{2}(\.?[0-9X])?$`)

// diseaseCodes: a CID-10 code is a letter and two digits, with a digit more behind a
// point.
func diseaseCodes(a *assessment) {
	for i, r := range a.list("cids") {
		if code := r.text("codigo"); code != "" && !diseaseCode.MatchString(code) {
			a.contradict(cell("cids", i, "codigo"), afterFaultOnScan, afterFaultInText)
			a.doubt(fmt.Sprintf("O código %s não tem a forma de um código CID-10.", code))
		}
	}
}
