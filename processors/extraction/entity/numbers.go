package entity

import (
	"regexp"
	"strings"

	"lavra.dev/processors/text/layout"
	"lavra.dev/processors/text/recognise"
	"lavra.dev/schemas/catalogue"
	"lavra.dev/schemas/checkdigit"
)

// readNumber takes the number of a person or company wherever it stands.
func (w *walk) readNumber() bool {
	if !w.beginsNumber(w.at) {
		return false
	}
	if w.readCouncilCode() {
		return true
	}
	r := w.flow(w.at)
	v, ok := recognise.At(catalogue.CPFCNPJ, r, 0)
	if !ok || !v.Checked && v.Score < 0.5 {
		return false
	}
	last := int(r.Index[v.Last])
	w.keep(Value{Number, w.at, last, v.Text, v.Checked, v.Repaired})
	w.at = last + 1
	return true
}

// beginsNumber reports whether a token has digits, or is the first letters of a company's number: "BM.C7W.S20/0001-08".
func (w *walk) beginsNumber(i int) bool {
	text := w.sheet.Tokens[i].Text
	return layout.HasDigit(text) || len(text) == len("BM.") && strings.HasSuffix(text, ".") && i+1 < w.past && !w.sheet.Tokens[i+1].Space
}

// readCard takes the number of an identity card behind its introduction.
func (w *walk) readCard() {
	for k := w.at; k < min(w.at+cueReach, w.past); k++ {
		t := &w.sheet.Tokens[k]
		if w.says(k) == tax {
			return
		}
		if layout.HasDigit(t.Text) {
			r := w.flow(k)
			if v, ok := recognise.At(catalogue.Code, r, 0); ok {
				last := int(r.Index[v.Last])
				if next := last + 1; next < w.past && w.lineStart(next) && w.ends(last, "-") && len(w.sheet.Tokens[next].Fold) == 1 {
					v.Text, last = v.Text+strings.ToUpper(w.sheet.Tokens[next].Fold), next // the line ends within the number: "19.338.605-" over "2"
				}
				first := k
				if k > 0 && w.lineStart(k) && w.ends(k-1, "-") && w.stateAt(k-1) {
					v.Text, first = strings.ToUpper(w.sheet.Tokens[k-1].Fold)+v.Text, k-1 // "MG-" over "49.999.355"
				}
				w.keep(Value{Card, first, last, v.Text, false, v.Repaired})
				w.at = w.pastIssuer(last + 1)
			}
			return
		}
	}
}

// pastIssuer is the token behind who issued a card: "SSP/SP", "- DETRAN RJ", "expedida pela SSP".
func (w *walk) pastIssuer(i int) int {
	const most = 5
	past := i
	for k := i; k < min(i+most, w.past); k++ {
		t := &w.sheet.Tokens[k]
		if w.says(k) != none || layout.HasDigit(t.Text) {
			break
		}
		issuer := t.Fold != "" && t.Text == strings.ToUpper(t.Text) && (len(t.Fold) <= 6 && (past > i || !w.ends(k, ".")))
		if issuer {
			past = k + 1
			if w.ends(k, ",;.") || w.stateAt(k) {
				break
			}
		}
	}
	return past
}

// readCouncil takes the entry at a council: its name and all up to the number.
func (w *walk) readCouncil(first int) {
	if last := w.at - 1; len(w.sheet.Tokens[last].Fold) <= longestCouncil {
		first = last
	}
	for k := w.at; k < min(w.at+cueReach, w.past); k++ {
		if w.says(k) == council {
			first = k
		}
		if layout.HasDigit(w.sheet.Tokens[k].Text) {
			for k+1 < w.past && !w.sheet.Tokens[k+1].Space && !w.lineStart(k+1) {
				k++
			}
			w.take(Council, first, k)
			return
		}
	}
}

const longestCouncil = 7 // letters of the short name of a council

// councilCode is an entry of the bar by the state alone: "SP123456".
var councilCode = regexp.MustCompile(`^([A-Z]{2})\d[\d.]{3,6}(-[A-Z])?$`)

// readCouncilCode takes one behind a dash.
func (w *walk) readCouncilCode() bool {
	m := councilCode.FindStringSubmatch(recognise.Bare(w.sheet.Tokens[w.at].Text))
	if m == nil || !checkdigit.UF(m[1]) || w.at == 0 || strings.Trim(w.sheet.Tokens[w.at-1].Text, "-–—") != "" {
		return false
	}
	w.take(Council, w.at, w.at)
	return true
}
