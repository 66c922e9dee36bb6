package recognise

import "strings"

// Replacers are made once: making one costs more than using it.
var (
	noSeparators = strings.NewReplacer(".", "", "/", "", "-", "", " ", "", "–", "")
	noStars      = strings.NewReplacer("-", "", ".", "", "*", "")
	noCedilla    = strings.NewReplacer("ç", "c", "Ç", "c")
	digitLooks   = strings.NewReplacer("o", "0", "O", "0", "l", "1", "I", "1")
	chassisLooks = strings.NewReplacer("O", "0", "Q", "0", "I", "1")
)
