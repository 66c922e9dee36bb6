package extraction

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"lavra.dev/processors/text/layout"
	"lavra.dev/processors/text/recognise"
	"lavra.dev/schemas/catalogue"
	"lavra.dev/schemas/checkdigit"
)

// shaped cuts a run to what a string of the field looks like: positions first to
// last, and how much it looks like it. Score 0 means that it does not.
func (x *extractor) shaped(field int, f catalogue.Field, r recognise.Run) (first, last int, score float64) {
	first, last = 0, r.Len()-1
	last = stop(x.stops(field, f), r, last)
	first, last = r.Trim(first, last)
	if first > last {
		return 0, 0, 0
	}
	if (f.Like == "name" || f.Like == "company") && refers(r, first, last) {
		return 0, 0, 0
	}
	switch f.Like {
	case "name":
		return personShape(r, first, last)
	case "company":
		return companyShape(r, first, last)
	case "address":
		return addressShape(r, first, last)
	case "address_full":
		return first, beforeTown(r, first, last), 0.85
	case "city":
		return cityShape(r, first, last)
	case "word":
		return wordShape(r, first, field >= 0)
	case "number":
		return numberShape(r, first, last)
	case "numbered":
		return numberedShape(r, first, last)
	case "duration":
		return durationShape(r, first, last)
	case "amount":
		return amountShape(r, first, last)
	}
	score = 0.85
	if f.Kind == catalogue.String {
		last = setStop(r, first, last)
	}
	if f.Kind == catalogue.Text && numeric(r, first, last) {
		return 0, 0, 0
	}
	if last-first > 25 && f.Kind == catalogue.String || f.Kind == catalogue.Text && coded(r, first, last) {
		score = 0.5
	}
	return first, last, score
}

// coded tells whether a text is an entry of a list of codes: "4.16 - serviços de saúde".
func coded(r recognise.Run, first, last int) bool {
	return last > first+1 && strings.Contains(r.Token(first).Text, ".") && strings.Trim(r.Token(first).Text, "0123456789.") == "" && r.Token(first+1).Dash()
}

// setStop ends a value before the full stop that a form has printed behind the words
// filled in: "Regime de bens: comunhão parcial . Lavrado em".
func setStop(r recognise.Run, first, last int) int {
	for i := first + 1; i <= last; i++ {
		if t := r.Token(i); t.Text == "." && t.Space {
			return i - 1
		}
	}
	return last
}

// refers tells whether words stand for a name given elsewhere: "o locatário acima
// qualificado", "o próprio".
func refers(r recognise.Run, first, last int) bool {
	for i := first; i <= min(last, first+4); i++ {
		switch r.Token(i).Fold {
		case "acima", "abaixo", "supra", "supracitado", "supracitada", "retro":
			return true
		case "proprio", "propria", "mesmo", "mesma", "idem":
			return last-first < 3
		}
	}
	return false
}

// stops are the words that end the values of a field, or of a column.
func (x *extractor) stops(field int, f catalogue.Field) []string {
	if field >= 0 {
		return x.plan.stops[field]
	}
	out := make([]string, len(f.Stop))
	for i, text := range f.Stop {
		out[i] = fold(text)
	}
	return out
}

// numeric tells whether a run has more digits than letters: no text is so.
func numeric(r recognise.Run, first, last int) bool {
	letters, digits := 0, 0
	for i := first; i <= last; i++ {
		for _, c := range r.Token(i).Fold {
			if c >= 'a' {
				letters++
			} else {
				digits++
			}
		}
	}
	return digits > letters
}

// stop is the last position before such words.
func stop(stops []string, r recognise.Run, last int) int {
	if len(stops) == 0 {
		return last
	}
	for i := 1; i <= last; i++ {
		if r.Token(i).Fold != "" && slices.ContainsFunc(stops, func(s string) bool { return r.Begins(i, s) }) {
			return i - 1
		}
	}
	return last
}

// forms are the forms of address before a name, and the (a) that belongs to them.
var forms = map[string]bool{"dr": true, "dra": true, "sr": true, "sra": true, "des": true, "desa": true, "exmo": true, "exma": true, "a": true, "bel": true, "bacharel": true, "bacharela": true,
	"doutor": true, "doutora": true, "desembargador": true, "desembargadora": true, "ministro": true, "ministra": true, "dona": true, "federal": true}

// headings are the words that begin headings of contracts: what begins so is no name.
var headings = map[string]bool{"clausula": true, "artigo": true, "capitulo": true, "paragrafo": true, "capital": true, "titulo": true, "anexo": true, "cpf": true, "cnpj": true, "quotas": true,
	"cotas": true, "sociedade": true, "nome": true, "nomes": true}

// addressed are the words by which letters call whom they are written to, and no name.
var addressed = map[string]bool{"cliente": true, "associado": true, "cooperado": true, "investidor": true, "beneficiario": true, "segurado": true, "contribuinte": true, "colaborador": true,
	"titular": true, "usuario": true, "assinante": true, "consumidor": true}

// subtitles are what stands under the title of a document, and is no company's name.
var subtitles = []string{"pessoafisica", "pessoajuridica", "anobase", "anocalendario", "exercicio"}

func personShape(r recognise.Run, first, last int) (int, int, float64) {
	if headings[r.Token(first).Fold] || discipline(r.Token(first).Fold) || addressed[r.Token(first).Fold] && r.Token(first).Small() {
		return 0, 0, 0
	}
	if streets[r.Token(first).Fold] || first < last && r.Token(first).Fold == "estado" && betweenNames[r.Token(first+1).Fold] {
		return first, last, 0.2
	}
	if first+2 <= last && r.Token(first+1).Dash() && strings.Trim(r.Token(first).Fold, "0123456789") == "" {
		first += 2 // "10234 - Ana Luz": her number
	}
	for first < last && forms[r.Token(first).Fold] && (r.Token(first).Fold != "a" || strings.HasPrefix(r.Token(first).Text, "(")) {
		first++ // "Dr. Fulano", "Dr(a). Fulana"
	}
	end, sentence := personEnd(r, first, last)
	first, end = r.Trim(first, end)
	for end > first && len(r.Token(end).Fold) <= 1 && r.Token(end).OCR { // a rule read as a letter
		end--
	}
	words := 0
	for i := first; i <= end; i++ {
		if len(r.Token(i).Fold) > 1 {
			words++
		}
	}
	switch {
	case words == 0:
		return 0, 0, 0
	case words == 1 && (sentence || roman.MatchString(r.Token(first).Text)): // the number of a clause
		return 0, 0, 0
	case words == 1:
		return first, end, 0.45
	case words > 9:
		return first, end, 0.4
	}
	if c, _ := utf8.DecodeRuneInString(r.Token(first).Text); unicode.IsLower(c) {
		if !r.Token(first).OCR && !betweenNames[r.Token(first).Fold] && layout.HasCapital(r.Token(end).Text) {
			return 0, 0, 0 // "a sócia Ana": the words before a name
		}
		return first, end, 0.3
	}
	return first, end, 0.95
}

// personEnd is the last word of a run that may be of the name which begins with first, and
// whether a sentence goes on behind it.
func personEnd(r recognise.Run, first, last int) (end int, sentence bool) {
	end = first - 1
	for i := first; i <= last; i++ {
		t := r.Token(i)
		if i > first && (taxLabel(t.Fold) || t.Text == "RG") {
			return end, false // "FULANO DE TAL CPF 529.982.247-25"
		}
		if strings.ContainsAny(t.Text, "0123456789@_%$") || t.Dash() || strings.HasPrefix(t.Text, "(") || t.Text == ":" {
			return end, false
		}
		if i > first && leavesName(r, first, i) {
			return end, true
		}
		end = i
		if strings.ContainsAny(lastRune(t.Text), ",;:/)") || strings.HasSuffix(t.Text, ".") && len(t.Fold) > 3 {
			return end, false
		}
	}
	return end, false
}

// roman is the number of a clause or a chapter.
var roman = regexp.MustCompile(`^[IVXLC]{1,6}[.)]?$`)

// leavesName tells whether a name that began with a capital ends before position i: a
// word in small letters stands there that names do not have.
func leavesName(r recognise.Run, first, i int) bool {
	t := r.Token(i)
	head, _ := utf8.DecodeRuneInString(r.Token(first).Text)
	word, _ := utf8.DecodeRuneInString(t.Text)
	if !unicode.IsUpper(head) || !unicode.IsLower(word) || betweenNames[t.Fold] {
		return false
	}
	return !t.OCR || smallBeyondDoubt(r, i)
}

// smallBeyondDoubt tells whether OCR cannot have taken a capital for the small letter that
// a word begins with, or one of the words behind it: they differ in more than their size.
func smallBeyondDoubt(r recognise.Run, i int) bool {
	const shortest = 3 // letters; shorter words may be what OCR made of "da" and "de"
	for k := i; k < min(i+3, r.Len()) && r.Token(k).Small(); k++ {
		t := r.Token(k)
		if len(t.Fold) >= shortest && !betweenNames[t.Fold] && strings.IndexByte("abdefghmnqrt", t.Text[0]) >= 0 {
			return true
		}
	}
	return false
}

// betweenNames are the words in small letters that stand between names.
var betweenNames = map[string]bool{"de": true, "da": true, "do": true, "das": true, "dos": true, "d": true, "e": true, "y": true, "di": true, "del": true, "della": true, "la": true,
	"los": true, "von": true, "van": true, "der": true, "den": true, "du": true, "el": true, "al": true, "bin": true, "ben": true}

func lastRune(s string) string {
	_, n := utf8.DecodeLastRuneInString(s)
	return s[len(s)-n:]
}

// streets are the words that begin an address: what begins so is hardly a name.
var streets = map[string]bool{"rua": true, "avenida": true, "av": true, "alameda": true, "travessa": true, "rodovia": true, "rod": true, "praca": true,
	"estrada": true, "largo": true, "viela": true, "cep": true, "cnpj": true, "cpf": true, "creci": true, "no": true}

// titles are the words that begin the title of a document, which stands under the name
// of who issued it.
var titles = map[string]bool{"recibo": true, "nota": true, "fatura": true, "extrato": true, "comprovante": true, "demonstrativo": true, "declaracao": true, "informe": true, "laudo": true,
	"atestado": true, "relatorio": true, "contracheque": true, "holerite": true, "boleto": true}

// cityShape ends a place before its state: "Natal/RN", "Natal - RN".
func cityShape(r recognise.Run, first, last int) (int, int, float64) {
	if first+1 < last && townCode.MatchString(r.Token(first).Text) && r.Token(first+1).Dash() {
		first += 2
	}
	for first < last && (placeWords[strings.ToLower(r.Token(first).Text)] || r.Token(first).Fold == "sede" && placeWords[r.Token(first+1).Text]) {
		first++ // "no município de Natal", "Sede em Natal"
	}
	if head, _ := utf8.DecodeRuneInString(r.Token(first).Text); unicode.IsLower(head) && !r.Token(first).OCR && !r.Sheet.LineStart(int(r.Index[first])) {
		return 0, 0, 0
	}
	if streets[r.Token(first).Fold] && len(r.Token(first).Fold) > 2 {
		return 0, 0, 0 // an address under "Domicílio"
	}
	end := first - 1
	for i := first; i <= last; i++ {
		t := r.Token(i)
		if strings.ContainsAny(t.Text, "0123456789:") || t.Dash() || strings.HasPrefix(t.Text, "(") {
			break
		}
		bare := recognise.Bare(strings.Trim(t.Text, "-/"))
		if i > first && len(bare) == 2 && bare == strings.ToUpper(bare) && checkdigit.UF(bare) {
			break
		}
		end = i
		if strings.ContainsAny(lastRune(t.Text), ",;/-)") {
			break
		}
	}
	first, end = r.Trim(first, end)
	if first > end || end-first > 6 || len(r.Token(first).Fold) < 2 {
		return 0, 0, 0
	}
	return first, end, 0.93
}

// townCode is the number of a municipality, which its name follows: "2408102 - Natal".
var townCode = regexp.MustCompile(`^\d{6,7}$`)

// placeWords introduce a place within a sentence.
var placeWords = map[string]bool{"em": true, "no": true, "na": true, "de": true, "do": true, "da": true, "município": true, "cidade": true, "comarca": true,
	"nesta": true, "neste": true}

// addressShape begins with the street, behind the town and the like that introduce
// it ("em Natal - RN, na Rua Um, 2"), and ends before the postal code or a label.
func addressShape(r recognise.Run, first, last int) (int, int, float64) {
	for i := first; i <= min(last, first+introduction); i++ {
		if word := r.Token(i).Fold; streets[word] && !taxLabel(word) && word != "cep" {
			first = i
			break
		}
	}
	end := last
	for i := first + 1; i <= last; i++ {
		if text := r.Token(i).Text; r.Token(i).Fold == "cep" || len(r.Token(i).Fold) > 2 && strings.HasSuffix(text, ":") {
			end = i - 1
			break
		}
		if _, ok := recognise.At(catalogue.CEP, r, i); ok && strings.Contains(r.Token(i).Text, "-") {
			end = i - 1
			break
		}
	}
	first, end = r.Trim(first, end)
	first, end = r.Trim(first, withoutPlace(r, first, end))
	switch {
	case first == end && !layout.HasFigure(r.Token(first).Text):
		return 0, 0, 0 // the word of a label
	case first >= end:
		return first, end, 0.4
	case !streets[r.Token(first).Fold] && !slices.ContainsFunc(r.Index[first:end+1], func(t int32) bool { return layout.HasFigure(r.Sheet.Tokens[t].Text) }):
		return first, end, 0.86 // a district, perhaps
	}
	return first, end, 0.92
}

// withoutPlace drops the town and the state behind a street line: "- Natal/RN".
func withoutPlace(r recognise.Run, first, end int) int {
	if end-first < 3 || !checkdigit.UF(recognise.Bare(r.Token(end).Text)) {
		return end
	}
	town := end - 1
	if !r.Token(town).Dash() && !strings.HasSuffix(r.Token(town).Text, "/") && !strings.HasSuffix(r.Token(town).Text, "-") {
		return recognise.LastOfStreet(r, first, end)
	}
	for i := town - 1; i > first && i > town-6; i-- {
		switch text := r.Token(i).Text; {
		case r.Token(i).Dash():
			return i - 1
		case i < town && strings.HasSuffix(text, ",") && strings.HasSuffix(r.Token(town).Text, "/"):
			return i
		case strings.ContainsAny(text, "0123456789,"):
			return end
		}
	}
	return end
}

// beforeTown is the end of a street line before ", Natal, RN", ", Natal-RN" or ", Natal (RN)".
// The town that a slash joins to its state belongs to an address in full.
func beforeTown(r recognise.Run, first, last int) int {
	state := recognise.Bare(strings.Trim(r.Token(last).Text, "-()"))
	if last-first < 4 || state != strings.ToUpper(state) || !checkdigit.UF(state) {
		return last
	}
	before := last - 1
	marks := r.Token(before).Text + " " + r.Token(last).Text
	if r.Token(before).Dash() {
		before--
	}
	if strings.HasSuffix(r.Token(before).Text, "/") || strings.Contains(marks, "/") || !strings.ContainsAny(marks, ",-–(") {
		return last
	}
	for i := before; i > max(first+1, before-longestPlace); i-- {
		switch text := r.Token(i).Text; {
		case i < before && strings.HasSuffix(text, ","), r.Token(i).Dash():
			_, i = r.Trim(first, i)
			return i
		case layout.HasDigit(text):
			return last
		}
	}
	return last
}

const longestPlace = 7 // words and dashes of the name of a town

const introduction = 14 // words before the street: "Porto Alegre, Estado do Rio Grande do Sul, com residência na"

func taxLabel(word string) bool { return word == "cpf" || word == "cnpj" }

// wordShape is the first word; a long number is none, but where a column has it.
func wordShape(r recognise.Run, first int, alone bool) (int, int, float64) {
	const digits = 4 // of the longest code that stands for a word
	end := wordEnd(r, first)
	if text := r.Text(first, end); alone && len(text)-len(strings.Trim(text, "0123456789")) > digits {
		return 0, 0, 0
	}
	return first, end, 0.9
}

// numberShape wants a digit and drops what follows after a dash or a letter word.
func numberShape(r recognise.Run, first, last int) (int, int, float64) {
	if v, ok := recognise.At(catalogue.CNPJ, r, first); ok && v.Checked && v.Last == last && r.Token(first).Text != r.Token(first).Fold {
		return 0, 0, 0 // set as a CNPJ is: somebody's
	}
	for i := first; i <= last; i++ {
		if layout.HasDigit(r.Token(i).Text) {
			return withoutScraps(r, first, i), beforeOwner(r, i, last), 0.9
		}
	}
	return 0, 0, 0
}

// beforeOwner is where a number ends that its owner's name follows on the line: "19190-1 LAURA
// GARCIA". Two words of three letters or more with capitals make a name; "SSP SP" is of the number.
func beforeOwner(r recognise.Run, number, last int) int {
	for i := number + 1; i < last; i++ {
		if nameWord(r.Token(i)) && nameWord(r.Token(i+1)) {
			return i - 1
		}
	}
	return last
}

func nameWord(t *layout.Token) bool {
	return len(t.Fold) >= 3 && layout.HasCapital(t.Text) && !layout.HasDigit(t.Text)
}

// withoutScraps is where a number begins whose digits stand at position i: behind what
// OCR made of the rule of its box, a letter or two in small type.
func withoutScraps(r recognise.Run, first, i int) int {
	for first < i && r.Token(first).OCR && len(r.Token(first).Fold) <= 2 && r.Token(first).Small() {
		first++
	}
	return first
}

// numberedShape ends with its number, such as an entry at a professional council:
// "OAB/SP nº 123.456".
func numberedShape(r recognise.Run, first, last int) (int, int, float64) {
	for i := first; i <= last && i < first+8; i++ {
		if layout.HasDigit(r.Token(i).Text) {
			return first, min(wordEnd(r, i), last), 0.93
		}
	}
	return 0, 0, 0
}

var durationUnits = map[string]bool{"dia": true, "dias": true, "semanas": true, "mes": true, "meses": true, "ano": true, "anos": true, "horas": true,
	"indeterminado": true, "indeterminada": true, "determinado": true}

// durationTails say what kind of days, months or years they are.
var durationTails = map[string]bool{"uteis": true, "corridos": true, "agricolas": true, "letivos": true, "civis": true}

// durationShape ends with the unit: "12 (doze) meses", "prazo indeterminado".
func durationShape(r recognise.Run, first, last int) (int, int, float64) {
	if _, ok := recognise.At(catalogue.Date, r, first); ok {
		return 0, 0, 0 // from a day to another
	}
	for i := first; i <= last && i < first+16; i++ {
		if !durationUnits[r.Token(i).Fold] {
			continue
		}
		start := durationStart(r, first, i)
		if i < last && durationTails[r.Token(i+1).Fold] {
			i++
		}
		return start, i, 0.93
	}
	return 0, 0, 0
}

// durationStart is where a duration begins that ends at position i: at its number in
// figures or letters, behind "de execução:", or at "prazo" of one without end.
func durationStart(r recognise.Run, first, i int) int {
	start := i
	for j := i - 1; j >= first; j-- {
		t := r.Token(j)
		switch {
		case t.Fold == "prazo", t.Fold == "tempo":
			if start == i {
				return j
			}
			return start
		case unicode.IsDigit(rune((t.Text + " ")[0])), recognise.NumberWord(t.Fold):
			start = j
		case t.Fold != "e" && t.Fold != "":
			if start == i {
				return first
			}
			return start
		}
	}
	return start
}

// wordEnd is the end of the word that begins at position i.
func wordEnd(r recognise.Run, i int) int {
	for i+1 < r.Len() && !r.Token(i+1).Space && r.Index[i+1] == r.Index[i]+1 {
		i++
	}
	return i
}

// filler is what fills the rest of a line by hand so that nothing can be added: "x.x.x",
// "xxxxx", "###", "=====".
var filler = regexp.MustCompile(`^(?i:(x[.\-]){2,}x?[.\-]*|x{5,}|[#=*~\-.]{3,})$`)

// clean is the printed text of a value: no white space at its ends, and no
// punctuation that belongs to the sentence around it.
func clean(text string) string {
	text = strings.Trim(text, " \t,;:|_*\"“”'")
	text = strings.TrimLeft(text, ".-–—)")
	text = strings.TrimRight(text, "-–—(/")
	if strings.HasSuffix(text, "..") || strings.HasSuffix(text, "…") { // a leader of dots to the next words
		text = strings.TrimRight(text, " .…")
	}
	if strings.Count(text, "[") != strings.Count(text, "]") { // a rule read as a bracket
		text = strings.Trim(text, "[]")
	}
	if filled := text[strings.LastIndexByte(text, ' ')+1:]; len(filled) < len(text) && filler.MatchString(filled) {
		text = strings.TrimRight(text[:len(text)-len(filled)], " ,;:-–—")
	}
	if strings.HasSuffix(text, ")") && !strings.Contains(text, "(") {
		text = strings.TrimSuffix(text, ")") // the words stand in brackets
	}
	if strings.HasPrefix(text, "(") && strings.HasSuffix(text, ").") {
		text = strings.TrimSuffix(text, ".")
	}
	if strings.HasPrefix(text, "(") && strings.Count(text, "(") > strings.Count(text, ")") {
		text = text[1:]
	} else if bracketed(text) {
		text = text[1 : len(text)-1]
	}
	if strings.HasSuffix(text, ")") && !strings.Contains(text, "(") {
		text = strings.TrimRight(text, ")")
	}
	return strings.Trim(text, " \"“”")
}

// bracketed tells whether a text stands in one pair of brackets as a whole.
func bracketed(text string) bool {
	if !strings.HasPrefix(text, "(") || !strings.HasSuffix(text, ")") {
		return false
	}
	open := 0
	for i := range len(text) {
		switch text[i] {
		case '(':
			open++
		case ')':
			open--
		}
		if open == 0 && i < len(text)-1 {
			return false
		}
	}
	return open == 0
}
