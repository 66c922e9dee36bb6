package rowpair

import (
	"slices"
	"strings"
	"testing"
)

func TestPair(t *testing.T) {
	type row = [][2]float64
	spans := func(r row) (out []Span) {
		for _, s := range r {
			out = append(out, Span{s[0], s[1]})
		}
		return out
	}
	for name, c := range map[string]struct {
		labels, values row
		never          string // pairs that do not fit: a label and a value each
		want           []int
	}{
		"flush left":                                     {row{{0, 30}, {100, 140}}, row{{0, 60}, {100, 120}}, "", []int{0, 1}},
		"flush right under flush left":                   {row{{0, 30}, {100, 140}, {200, 230}}, row{{60, 95}, {160, 195}, {260, 295}}, "", []int{0, 1, 2}},
		"a label without a value":                        {row{{0, 30}, {100, 140}, {200, 230}}, row{{0, 40}, {205, 240}}, "", []int{0, None, 1}},
		"a value that runs on under the next label":      {row{{0, 30}, {100, 140}, {200, 230}}, row{{0, 180}, {200, 240}}, "11", []int{0, None, 1}},
		"the kind tells":                                 {row{{0, 30}, {40, 70}}, row{{35, 60}}, "10", []int{0, None}},
		"more values than labels are no pairs":           {row{{0, 30}}, row{{0, 10}, {20, 30}}, "", nil},
		"a value that is of none of the labels":          {row{{0, 30}, {100, 140}}, row{{0, 10}, {100, 130}}, "01 11", nil},
		"order counts for more than what stands beneath": {row{{0, 30}, {40, 90}}, row{{42, 60}, {70, 90}}, "", []int{0, 1}},
	} {
		t.Run(name, func(t *testing.T) {
			got, ok := Pair(spans(c.labels), spans(c.values), func(label, value int) bool {
				return !strings.Contains(c.never, string([]byte{'0' + byte(label), '0' + byte(value)}))
			})
			if ok != (c.want != nil) || !slices.Equal(got, c.want) {
				t.Errorf("got %v %t, want %v", got, ok, c.want)
			}
		})
	}
}
