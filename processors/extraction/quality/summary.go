package quality

import (
	"strings"
	"unicode/utf8"

	"lavra.dev/processors/extraction/check"
	"lavra.dev/processors/extraction/portuguese"
	"lavra.dev/schemas/catalogue"
)

// Bounds of what a summary quotes.
const (
	proseQuoted = 160 // characters of a long text
	namesQuoted = 3   // values of a column
)

// summary says what the document is, then what is missing or in doubt.
func (a *assessment) summary() string {
	text, ok := summaries()[a.typ.Name].render(a.quote)
	if !ok || text == "" {
		text = capital(label(catalogue.Words().Types[a.typ.Name]).bare()) + "."
	}
	text = tidy(text)
	if missing := a.missing(); len(missing) > 0 {
		text += " " + a.missingSentence(missing)
	}
	if n := a.doubts(); n > 0 {
		text += " Há " + portuguese.Count(n, "inconsistência", "inconsistências") + " a conferir."
	}
	return text
}

func failedSummary(reason string) string {
	return "Documento não processado. " + capital(reason)
}

func (a *assessment) missingSentence(missing []string) string {
	names := make([]string, len(missing))
	for i, name := range missing {
		names[i] = a.label(name).bare()
	}
	if len(names) == 1 {
		return "Não foi encontrado o campo obrigatório: " + names[0] + "."
	}
	return "Não foram encontrados os campos obrigatórios: " + portuguese.List(names) + "."
}

// quote writes a value of a template.
func (a *assessment) quote(v value) (string, bool) {
	f, known := a.typ.Field(v.field)
	if !known || !a.has(v.field) {
		return "", false
	}
	switch {
	case v.column != "":
		return a.quoteColumn(f, v.column)
	case f.Kind == catalogue.List:
		return portuguese.Count(len(a.list(v.field)), v.one, v.many), v.one != ""
	case v.one != "":
		n, ok := a.number(v.field)
		return portuguese.Count(int(n), v.one, v.many), ok
	}
	text := a.written(v.field)
	return text, text != ""
}

// written is the value of a field in the form that a person writes it in.
func (a *assessment) written(name string) string {
	f, _ := a.typ.Field(name)
	return written(f.Kind, a.text(name))
}

// quoteColumn writes the first values of a column: A, B, C e mais 2.
func (a *assessment) quoteColumn(f catalogue.Field, column string) (string, bool) {
	var texts []string
	for _, r := range a.list(f.Name) {
		if text := r.text(column); text != "" {
			texts = append(texts, text)
		}
	}
	if more := len(texts) - namesQuoted; more > 0 {
		return strings.Join(texts[:namesQuoted], ", ") + " e mais " + portuguese.Integer(int64(more)), true
	}
	return portuguese.List(texts), len(texts) > 0
}

// written gives a value the form that a person writes it in.
func written(kind catalogue.Kind, text string) string {
	switch kind {
	case catalogue.Money:
		cents, ok := check.Cents(text)
		if !ok || cents == 0 { // "imposto a restituir: R$ 0,00" says nothing
			return ""
		}
		return portuguese.Money(cents)
	case catalogue.Date:
		return portuguese.Day(text)
	case catalogue.Month:
		return portuguese.Month(text)
	case catalogue.Enum:
		return catalogue.Words().Values[text]
	case catalogue.Text, catalogue.String:
		return shorten(text)
	}
	if mask := masks[kind][utf8.RuneCountInString(text)]; mask != "" {
		return fill(mask, text)
	}
	return text
}

// masks are the printed forms of numbers, by their length.
var masks = map[catalogue.Kind]map[int]string{
	catalogue.CPF:      {11: "###.###.###-##"},
	catalogue.CNPJ:     {14: "##.###.###/####-##"},
	catalogue.CPFCNPJ:  {11: "###.###.###-##", 14: "##.###.###/####-##"},
	catalogue.CEP:      {8: "#####-###"},
	catalogue.Lawsuit:  {20: "#######-##.####.#.##.####"},
	catalogue.Registry: {32: "###### ## ## #### # ##### ### ####### ##"},
}

func fill(mask, text string) string {
	characters := []rune(text)
	var b strings.Builder
	for _, c := range mask {
		if c == '#' {
			c, characters = characters[0], characters[1:]
		}
		b.WriteRune(c)
	}
	return b.String()
}

// shorten cuts a long text at a word.
func shorten(text string) string {
	if utf8.RuneCountInString(text) <= proseQuoted {
		return text
	}
	cut := strings.TrimRight(string([]rune(text)[:proseQuoted]), " ")
	if i := strings.LastIndexByte(cut, ' '); i > 0 {
		cut = cut[:i]
	}
	return strings.TrimRight(cut, " ,;:.") + "…"
}

// tidy mends the seams: a value that ends with its own full stop before one more.
func tidy(text string) string {
	text = strings.NewReplacer("….", "…", "..", ".", " .", ".").Replace(text)
	return strings.TrimSpace(text)
}
