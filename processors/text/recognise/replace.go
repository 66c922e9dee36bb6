package recognise

import "strings"

// Replacers are made once: making one costs more than using it.
var (
	noSeparators = strings.NewReplacer(".", "", "/", "", "-", "", " ", "", "–", "")
	noStars      = strings.NewReplacer("-", "", ".", "", "*", "")
	noCedilla    = strings.NewReplacer("ç", "c", "Ç", "c")
	chassisLooks = strings.NewReplacer("O", "0", "Q", "0", "I", "1")
)
