package subject

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/goccy/go-yaml"

	"lavra.dev/processors/text/fold"
)

//go:embed subjects.yaml
var file []byte

// lexicon is the words of all subjects by the first word of each entry.
type lexicon struct {
	names []string
	whole map[string][]*entry // entries that begin with this word
	stems map[string][]*entry // entries that begin with a word that begins so
	small map[string]bool
}

// entry is one wording of a subject.
type entry struct {
	subject int
	rest    []word // behind the first
}

// word is a folded word, or how one begins.
type word struct {
	text string
	stem bool
}

func (w word) fits(fold string) bool {
	if w.stem {
		return strings.HasPrefix(fold, w.text)
	}
	return fold == w.text
}

// leastStem is the shortest beginning that a star may follow: shorter ones begin words
// of any meaning.
const leastStem = 3

// starting calls use with each entry whose first word a token is.
func (l *lexicon) starting(fold string, use func(*entry)) {
	for _, e := range l.whole[fold] {
		use(e)
	}
	for n := leastStem; n <= len(fold); n++ {
		for _, e := range l.stems[fold[:n]] {
			use(e)
		}
	}
}

var theLexicon = sync.OnceValue(func() *lexicon {
	l, err := readLexicon(file)
	if err != nil {
		panic(err) // the words are part of the program, and a test reads them all
	}
	return l
})

func readLexicon(data []byte) (*lexicon, error) {
	var written struct {
		Small    []string            `yaml:"small"`
		Subjects map[string][]string `yaml:"subjects"`
	}
	if err := yaml.UnmarshalWithOptions(data, &written, yaml.Strict()); err != nil {
		return nil, fmt.Errorf("reading the words of subjects: %w", err)
	}
	l := &lexicon{whole: map[string][]*entry{}, stems: map[string][]*entry{}, small: map[string]bool{}}
	for _, w := range written.Small {
		l.small[fold.Text(w)] = true
	}
	for name := range written.Subjects {
		l.names = append(l.names, name)
	}
	slices.Sort(l.names)
	for i, name := range l.names {
		for _, text := range written.Subjects[name] {
			if err := l.add(i, text); err != nil {
				return nil, fmt.Errorf("reading the words of %s: %w", name, err)
			}
		}
	}
	return l, nil
}

func (l *lexicon) add(subject int, text string) error {
	var words []word
	for _, w := range strings.Fields(text) {
		stem, starred := strings.CutSuffix(w, "*")
		fold := fold.Text(stem)
		if fold == "" || starred && len(fold) < leastStem {
			return fmt.Errorf("%q has a word without letters or too short a stem", text)
		}
		words = append(words, word{fold, starred})
	}
	if len(words) == 0 {
		return fmt.Errorf("%q has no words", text)
	}
	l.enter(words[0], &entry{subject: subject, rest: words[1:]})
	// A short name is printed in one word or in two: NF-e, NF e, NFe.
	if joined := fold.Text(text); len(words) > 1 && len(joined) <= longestJoined {
		l.enter(word{text: joined}, &entry{subject: subject})
	}
	return nil
}

const longestJoined = 6 // letters

func (l *lexicon) enter(first word, e *entry) {
	if first.stem {
		l.stems[first.text] = append(l.stems[first.text], e)
	} else {
		l.whole[first.text] = append(l.whole[first.text], e)
	}
}
