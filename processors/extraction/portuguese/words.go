package portuguese

import "strings"

// AmountInWords reads an amount of money in words, in centavos. It is false where
// a word is none of a number's: a misread word must not make a wrong amount.
func AmountInWords(text string) (cents int64, ok bool) {
	var a amount
	for _, word := range strings.FieldsFunc(fold(text), func(c rune) bool { return strings.ContainsRune(" ,.-()*\t\n#", c) }) {
		if !a.take(word) {
			return 0, false
		}
	}
	return a.end()
}

// InAmount reports whether a folded word can stand within an amount in words.
func InAmount(word string) bool {
	_, number := numerals[word]
	_, scale := scales[word]
	switch word {
	case "real", "reais", "centavo", "centavos", "e", "de", "huma":
		return true
	}
	return number || scale
}

// amount adds words up: the part below a thousand, then thousands and above, then
// what "reais" and "centavos" close.
type amount struct {
	below, whole int64 // since the last thousand word; since the last unit word
	cents        int64
	seen         bool // a number word since the last unit word
	reais, done  bool
}

func (a *amount) take(word string) bool {
	if word == "e" || word == "de" {
		return true
	}
	if value, known := numerals[word]; known {
		a.below, a.seen = a.below+value, true
		return !a.done
	}
	if scale, known := scales[word]; known {
		if a.below == 0 {
			a.below = 1 // "mil reais"
		}
		a.whole, a.below, a.seen = a.whole+a.below*scale, 0, true
		return !a.done && a.whole < 1e12
	}
	switch word {
	case "real", "reais":
		a.cents, a.reais = (a.whole+a.below)*100, true
	case "centavo", "centavos":
		a.cents, a.done = a.cents+a.whole+a.below, true
	default:
		return false
	}
	ok := a.seen
	a.whole, a.below, a.seen = 0, 0, false
	return ok
}

// end closes an amount. "Cem" without its unit counts as reais.
func (a *amount) end() (int64, bool) {
	if a.seen && !a.reais && !a.done {
		return (a.whole + a.below) * 100, true
	}
	return a.cents, (a.reais || a.done) && !a.seen
}

// fold lowers the case and drops accents, which scans lose.
func fold(text string) string {
	return strings.Map(func(c rune) rune {
		switch c {
		case 'á', 'â', 'ã', 'à':
			return 'a'
		case 'é', 'ê':
			return 'e'
		case 'í':
			return 'i'
		case 'ó', 'ô', 'õ':
			return 'o'
		case 'ú', 'ü':
			return 'u'
		case 'ç':
			return 'c'
		}
		return c
	}, strings.ToLower(text))
}

var numerals = map[string]int64{
	"zero": 0, "um": 1, "uma": 1, "hum": 1, "dois": 2, "duas": 2, "tres": 3, "quatro": 4, "cinco": 5, "seis": 6, "sete": 7,
	"oito": 8, "nove": 9, "dez": 10, "onze": 11, "doze": 12, "treze": 13, "quatorze": 14, "catorze": 14, "quinze": 15,
	"dezesseis": 16, "dezasseis": 16, "dezessete": 17, "dezassete": 17, "dezoito": 18, "dezenove": 19, "dezanove": 19,
	"vinte": 20, "trinta": 30, "quarenta": 40, "cinquenta": 50, "cincoenta": 50, "sessenta": 60, "setenta": 70,
	"oitenta": 80, "noventa": 90, "cem": 100, "cento": 100, "duzentos": 200, "duzentas": 200, "trezentos": 300,
	"trezentas": 300, "quatrocentos": 400, "quatrocentas": 400, "quinhentos": 500, "quinhentas": 500, "seiscentos": 600,
	"seiscentas": 600, "setecentos": 700, "setecentas": 700, "oitocentos": 800, "oitocentas": 800, "novecentos": 900,
	"novecentas": 900,
}

var scales = map[string]int64{
	"mil": 1e3, "milhao": 1e6, "milhoes": 1e6, "bilhao": 1e9, "bilhoes": 1e9,
}
