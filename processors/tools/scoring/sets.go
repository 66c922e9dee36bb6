package scoring

import (
	"bufio"
	"fmt"
	"io"
	"strings"
)

// Set is a group of documents that is scored as one.
type Set struct {
	Name    string
	Tag     string // only documents with this tag, where one is given
	Folders []string
}

// ReadSets reads lines `name folder...`, with `-tag text` before the folders where only some of their
// documents belong to the set. Lines that begin with # are remarks.
func ReadSets(r io.Reader) ([]Set, error) {
	var sets []Set
	lines := bufio.NewScanner(r)
	for lines.Scan() {
		words := strings.Fields(lines.Text())
		if len(words) == 0 || strings.HasPrefix(words[0], "#") {
			continue
		}
		s := Set{Name: words[0], Folders: words[1:]}
		if len(words) > 3 && words[1] == "-tag" {
			s.Tag, s.Folders = words[2], words[3:]
		}
		if len(s.Folders) == 0 {
			return nil, fmt.Errorf("reading the sets: %s has no folder", s.Name)
		}
		sets = append(sets, s)
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("reading the sets: %w", err)
	}
	return sets, nil
}

// Load lists the samples of the set.
func (s Set) Load() ([]Sample, error) {
	samples, err := Load(s.Folders)
	if err != nil || s.Tag == "" {
		return samples, err
	}
	var out []Sample
	for _, sample := range samples {
		if sample.Truth.Tagged(s.Tag) {
			out = append(out, sample)
		}
	}
	return out, nil
}
