package checkdigit

import "time"

// The due date factor of a boleto counts the days since 1997-10-07. It has four
// digits: 9999 was 2025-02-21, and the day after started again at 1000, so a factor
// means one day in every 9,000. Source: FEBRABAN, Comunicado FB-082/2012.
const (
	factorCycle = 9000
	factorFirst = 1000 // the lowest factor of a cycle
	secondsADay = 24 * 60 * 60
)

var factorZero = time.Date(1997, time.October, 7, 0, 0, 0, 0, time.UTC)

// BarcodeDue reads the due date of a boleto's barcode: of the days that its factor
// can mean, the one nearest to reference (the document's own date, else the day it
// was sent). It is false where the slip has none: factor 0000, or a collection slip.
func BarcodeDue(code string, reference time.Time) (time.Time, bool) {
	if !digits44(code) || code[0] == '8' {
		return time.Time{}, false
	}
	return DueDate(int(number(code[5:9])), reference)
}

// DueDate decodes a factor. Factors below 1000 only ever stood for days up to July
// 2000, before they came into use, and are refused.
func DueDate(factor int, reference time.Time) (time.Time, bool) {
	if factor < factorFirst || factor > 9999 {
		return time.Time{}, false
	}
	days := int((reference.Unix() - factorZero.Unix()) / secondsADay)
	cycle := max(0, (days-factor+factorCycle/2)/factorCycle)
	return factorZero.AddDate(0, 0, factor+cycle*factorCycle), true
}

// DueFactor encodes a due date, or 0 for a day before the first factor.
func DueFactor(due time.Time) int {
	factor := int((due.Unix() - factorZero.Unix()) / secondsADay)
	if factor < factorFirst {
		return 0
	}
	return (factor-factorFirst)%factorCycle + factorFirst
}
