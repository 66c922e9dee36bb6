package document

import (
	"bytes"
	"math"
	"testing"
)

// a page of 1000 points each way, so that a fraction is a thousandth of a point
func points(upright bool, at, from, to float64) Ruling {
	return Ruling{Upright: upright, At: at / 1000, From: from / 1000, To: to / 1000}
}

func TestJoinRulings(t *testing.T) {
	dashes := func(n int) (all []Ruling) {
		for i := range n {
			all = append(all, points(false, 100, 10+4*float64(i), 12+4*float64(i)))
		}
		return all
	}
	bars := func(n int) (all []Ruling) {
		for i := range n {
			all = append(all, points(true, 100+3*float64(i), 10, 50))
		}
		return all
	}
	for name, c := range map[string]struct {
		strokes, want []Ruling
	}{
		"a line of dashes is one":           {dashes(20), []Ruling{points(false, 100, 10, 88)}},
		"a thin box is one line":            {[]Ruling{points(false, 100, 10, 60), points(false, 100.6, 10, 60)}, []Ruling{points(false, 100.3, 10, 60)}},
		"sides of neighbours are one":       {[]Ruling{points(true, 50, 10, 30), points(true, 50.4, 30, 50)}, []Ruling{points(true, 50.2, 10, 50)}},
		"a double line stays two":           {[]Ruling{points(false, 100, 10, 60), points(false, 102, 10, 60)}, []Ruling{points(false, 100, 10, 60), points(false, 102, 10, 60)}},
		"two columns' lines stay apart":     {[]Ruling{points(false, 100, 10, 60), points(false, 100, 70, 90)}, []Ruling{points(false, 100, 10, 60), points(false, 100, 70, 90)}},
		"a dash between words is no ruling": {[]Ruling{points(false, 100, 10, 14)}, nil},
		"a bar code is no row of columns":   {bars(30), nil},
		"narrow columns are columns":        {bars(4), bars(4)},
		"what lies outside is nothing":      {[]Ruling{points(true, -20, 10, 50), points(true, 20, 50, 10)}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			got := JoinRulings(c.strokes, 1000, 1000)
			if len(got) != len(c.want) {
				t.Fatalf("got %v, want %v", got, c.want)
			}
			for i, r := range got {
				w := c.want[i]
				if r.Upright != w.Upright || math.Abs(r.At-w.At)+math.Abs(r.From-w.From)+math.Abs(r.To-w.To) > 1e-4 {
					t.Errorf("ruling %d is %v, want %v", i, r, w)
				}
			}
		})
	}
}

func TestRulingsAreBounded(t *testing.T) {
	var strokes []Ruling
	for i := range 30000 {
		strokes = append(strokes, Ruling{At: float64(i) / 30000, From: 0.1, To: 0.9})
	}
	if n := len(JoinRulings(strokes, 60000, 60000)); n != MaxRulings {
		t.Errorf("%d rulings are kept, want %d", n, MaxRulings)
	}
}

// Rulings from the log are refused where they are none; any others are packed again
// into the same bytes.
func FuzzRulings(f *testing.F) {
	f.Add([]byte("\x01\x10\x00\x20\x00\x30\x00"))
	f.Add([]byte("\x02\x10\x00\x30\x00\x20\x00"))
	f.Add(make([]byte, 3*packedRuling+1))
	f.Fuzz(func(t *testing.T, packed []byte) {
		rulings, err := unpackRulings(packed)
		if err != nil {
			return
		}
		if again := packRulings(rulings); !bytes.Equal(again, packed) {
			t.Errorf("%x came back as %x", packed, again)
		}
		JoinRulings(rulings, 595, 842)
	})
}

func TestRulingsGoWithTheirPage(t *testing.T) {
	drawn := []Ruling{{At: 0.25, From: 0, To: 1}, {Upright: true, Edge: true, At: 0.5, From: 0.25, To: 0.75}}
	doc, err := Unpack(Pack(Document{Pages: []Page{{Number: 1, Rulings: drawn}}}))
	if err != nil {
		t.Fatal(err)
	}
	got := doc.Pages[0].Rulings
	if len(got) != 2 || got[0].Upright || got[0].Edge || !got[1].Upright || !got[1].Edge || math.Abs(got[1].To-0.75) > 1e-4 {
		t.Errorf("rulings came back as %v", got)
	}
}
