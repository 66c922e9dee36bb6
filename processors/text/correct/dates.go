package correct

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"lavra.dev/processors/document"
)

var fullDate = regexp.MustCompile(`^(\(?)([0-9]{2})/([0-9]{2})/([0-9]{4})([),.;]?)$`)

// possibleDate makes a zero of the figures that one with a dot or stroke in it is
// taken for, where the calendar allows nothing else: a day of 61, a month of 97, a
// year of 2925. Other dates stay as they are.
func possibleDate(word string) string {
	m := fullDate.FindStringSubmatch(word)
	if m == nil {
		return namedMonth(word)
	}
	day, month, year := m[2], m[3], m[4]
	if !within(day, 1, 31) {
		day = zeroAt(day, 0)
	}
	if !within(month, 1, 12) {
		month = zeroAt(month, 0)
	}
	if !within(year, 1850, 2199) {
		year = zeroAt(year, 1)
	}
	if !within(day, 1, 31) || !within(month, 1, 12) || !within(year, 1850, 2199) {
		return word
	}
	return m[1] + day + "/" + month + "/" + year + m[5]
}

var datedByName = regexp.MustCompile(`^\(?[0-9]{2}[/.-]([A-Z0-9]{3})[/.-](?:19|20)[0-9]{2}[),.;]?$`)

// namedMonth sets right the letters of a month that were read as digits: "14/0UT/2025".
func namedMonth(word string) string {
	at := datedByName.FindStringSubmatchIndex(word)
	if at == nil {
		return word
	}
	name := []byte(word[at[2]:at[3]])
	for i, sign := range name {
		if letter := Letter(sign); letter != 0 {
			name[i] = letter
		}
	}
	if !slices.Contains(portuguese["months"], string(name)) {
		return word
	}
	return word[:at[2]] + string(name) + word[at[3]:]
}

var dayOnMonth = regexp.MustCompile(`^(\(?(?:0?[1-9]|[12][0-9]|3[01]))(\pL{3}|[Dd][Ee])$`)

// apartFromMonth parts the day from the month behind it, or from its "de", where recognition saw no space: "14JUL 2026".
func apartFromMonth(words []document.Word) []document.Word {
	for i := 0; i+1 < len(words); i++ {
		w, next := words[i], words[i+1].Text
		m := dayOnMonth.FindStringSubmatch(w.Text)
		if m == nil || !monthAndYear(strings.ToUpper(m[2]), strings.ToUpper(next)) {
			continue
		}
		day, month := w, w
		day.Text, month.Text, day.Mended, month.Mended = m[1], m[2], true, true
		day.Box.Width *= float64(len(m[1])) / float64(utf8.RuneCountInString(w.Text))
		month.Box.Left, month.Box.Width = day.Box.Right(), w.Box.Right()-day.Box.Right()
		words[i] = day
		words = slices.Insert(words, i+1, month)
	}
	return words
}

// monthAndYear reports whether what stands behind a day is a month with its year, or "de" with the month.
func monthAndYear(word, next string) bool {
	if word == "DE" {
		return utf8.RuneCountInString(next) > 3 && slices.Contains(portuguese["months"], next[:3])
	}
	return slices.Contains(portuguese["months"], word) && yearOfDate.MatchString(next)
}

// zeroAt is a number with a zero for one of its figures, if that looks like one.
func zeroAt(number string, at int) string {
	switch number[at] {
	case '6', '8', '9':
		return number[:at] + "0" + number[at+1:]
	}
	return number
}

func within(number string, least, most int) bool {
	n, err := strconv.Atoi(number)
	return err == nil && least <= n && n <= most
}

var yearOfDate = regexp.MustCompile(`^(?:19|20)[0-9]{2}[),.;]?$`)

// dayBeforeMonth sets right the day of a date in words that was read as letters: "s de junho de 2026". No word of so few
// letters that look like digits stands before a month and its year.
func dayBeforeMonth(words []document.Word) {
	for i := 0; i+4 < len(words); i++ {
		w := &words[i]
		month := strings.ToUpper(words[i+2].Text)
		if len(w.Text) > 2 || words[i+1].Text != "de" || words[i+3].Text != "de" || !yearOfDate.MatchString(words[i+4].Text) || utf8.RuneCountInString(month) < 4 || !slices.Contains(portuguese["months"], month[:3]) {
			continue
		}
		if day := Digits(w.Text); day != w.Text && within(day, 1, 31) {
			w.Text, w.Mended = day, true
		}
	}
}
