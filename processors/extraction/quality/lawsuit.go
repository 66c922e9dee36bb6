package quality

import (
	"fmt"

	"lavra.dev/schemas/checkdigit"
)

// lawsuitYear: a paper is not older than its case.
func lawsuitYear(a *assessment) {
	number := a.text("numero_processo")
	written, ok := a.day("data_documento")
	if !ok || !checkdigit.Lawsuit(number) {
		return
	}
	filed, known := toNumber(number[9:13])
	if known && written.Year() < int(filed) {
		a.doubt(fmt.Sprintf("A data do documento (%s) é anterior ao ano do processo (%d).", date(written), int(filed)))
	}
}
