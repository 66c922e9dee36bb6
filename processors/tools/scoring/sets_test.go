package scoring

import (
	"strings"
	"testing"
)

func TestReadSets(t *testing.T) {
	tests := []struct {
		name, text, want string
		fails            bool
	}{
		{"folders", "a one two", "a  one two", false},
		{"a tag", "a -tag text one", "a text one", false},
		{"remarks and blank lines", "# why\n\na one", "a  one", false},
		{"no folder", "a", "", true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			sets, err := ReadSets(strings.NewReader(tt.text))
			if (err != nil) != tt.fails {
				t.Fatal(err)
			}
			if !tt.fails && (len(sets) != 1 || strings.Join(append([]string{sets[0].Name, sets[0].Tag}, sets[0].Folders...), " ") != tt.want) {
				t.Errorf("sets %+v", sets)
			}
		})
	}
}
