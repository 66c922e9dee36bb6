package document

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"math"
	"slices"
)

// Ruling is a straight line drawn level or upright on a page, or the edge of a
// filled area. All measures are fractions of the upright page.
type Ruling struct {
	Upright  bool
	Edge     bool    // where a filled area ends; no line is drawn there
	At       float64 // across its direction: the x of an upright ruling, the y of a level one
	From, To float64 // along it, From before To
}

// MaxRulings bounds the rulings of a page: a table of 60 rows and 12 columns, each
// cell with its four sides, has 2,880 before they are joined, 73 thereafter.
const MaxRulings = 2000

// JoinRulings joins strokes that go on in one another or lie on one another, so that
// a line made of many short ones is one ruling, and leaves out what is too short to
// part two words and the bars of a bar code. Width and height are the page's, in points.
// The longest are kept where there are more than MaxRulings.
func JoinRulings(strokes []Ruling, width, height float64) []Ruling {
	if !(width > 0 && height > 0) {
		return nil
	}
	strokes = slices.DeleteFunc(slices.Clone(strokes), func(r Ruling) bool { return !(r.From <= r.To && r.At >= 0 && r.At <= 1) })
	slices.SortFunc(strokes, Ruling.compare)
	j := joining{width: width, height: height}
	for from := 0; from < len(strokes); {
		past := from + 1
		for past < len(strokes) && strokes[past].Upright == strokes[from].Upright && j.lies(strokes[past], strokes[past-1], sameLine) &&
			j.lies(strokes[past], strokes[from], thickestLine) {
			past++
		}
		j.joinLine(strokes[from:past])
		from = past
	}
	out := j.withoutBars()
	if len(out) > MaxRulings {
		slices.SortStableFunc(out, func(a, b Ruling) int { return cmp.Compare(b.To-b.From, a.To-a.From) })
		out = out[:MaxRulings]
	}
	slices.SortFunc(out, Ruling.compare)
	return out
}

// Measures of ruling lines in points.
const (
	sameLine     = 0.8  // strokes that lie so close are one line
	thickestLine = 3.0  // a line of several strokes is at most so thick; a wider pair is a double line
	strokeGap    = 3.0  // between the dashes or dots of a line
	leastLevel   = 9.0  // a level ruling under anything but a letter
	leastUpright = 6.0  // an upright ruling beside a line of print
	barGap       = 12.0 // between two bars of a bar code
	barPitch     = 8.0  // from bar to bar on the whole: columns are wider
	barEnds      = 2.0  // by which the ends of bars differ on a scan
	fewestBars   = 12   // so many level with each other are a bar code
	openRows     = 100  // lines left of a bar among which the one before it is looked for
)

func (r Ruling) compare(o Ruling) int {
	if r.Upright != o.Upright {
		if r.Upright {
			return 1
		}
		return -1
	}
	return cmp.Or(cmp.Compare(r.At, o.At), cmp.Compare(r.From, o.From), cmp.Compare(r.To, o.To))
}

type joining struct {
	width, height float64
	out           []Ruling
}

// across is a distance across rulings of a direction in points, along the one along them.
func (j *joining) across(d float64, upright bool) float64 {
	if upright {
		return d * j.width
	}
	return d * j.height
}

// lies reports whether a stroke lies no further behind another one of its direction.
func (j *joining) lies(s, before Ruling, most float64) bool {
	return j.across(s.At-before.At, s.Upright) <= most
}

func (j *joining) along(d float64, upright bool) float64 { return j.across(d, !upright) }

// joinLine joins the strokes of one line.
func (j *joining) joinLine(strokes []Ruling) {
	upright := strokes[0].Upright
	slices.SortStableFunc(strokes, func(a, b Ruling) int { return cmp.Compare(a.From, b.From) })
	least := leastLevel
	if upright {
		least = leastUpright
	}
	for from := 0; from < len(strokes); {
		one, weight := strokes[from], 0.0
		at, past := 0.0, from
		for ; past < len(strokes) && j.along(strokes[past].From-one.To, upright) <= strokeGap; past++ {
			s := strokes[past]
			length := max(s.To-s.From, 1e-6)
			at, weight = at+s.At*length, weight+length
			one.To, one.Edge = max(one.To, s.To), one.Edge && s.Edge
		}
		one.At = at / weight
		if j.along(one.To-one.From, upright) >= least {
			j.out = append(j.out, one)
		}
		from = past
	}
}

// withoutBars leaves out upright rulings that stand in a close row, all of one height.
func (j *joining) withoutBars() []Ruling {
	first := slices.IndexFunc(j.out, func(r Ruling) bool { return r.Upright })
	if first < 0 {
		return j.out
	}
	var rows [][]Ruling
	for _, r := range j.out[first:] { // from left to right
		k := len(rows) - 1
		for ; k >= max(0, len(rows)-openRows) && !j.barBeside(rows[k][len(rows[k])-1], r); k-- {
		}
		if k < max(0, len(rows)-openRows) {
			rows = append(rows, []Ruling{r})
			continue
		}
		rows[k] = append(rows[k], r)
	}
	out := j.out[:first:first]
	for _, row := range rows {
		if n := float64(len(row)); n < fewestBars || (row[len(row)-1].At-row[0].At)*j.width > barPitch*n {
			out = append(out, row...)
		}
	}
	return out
}

func (j *joining) barBeside(a, b Ruling) bool {
	return (b.At-a.At)*j.width < barGap && math.Abs(a.From-b.From)*j.height <= barEnds && math.Abs(a.To-b.To)*j.height <= barEnds
}

const packedRuling = 1 + 3*2 // the flags and three uint16

// Flags of a packed ruling.
const (
	uprightRuling = 1
	edgeRuling    = 2
)

func packRulings(rulings []Ruling) []byte {
	rulings = rulings[:min(len(rulings), MaxRulings)]
	if len(rulings) == 0 {
		return nil
	}
	out := make([]byte, 0, len(rulings)*packedRuling)
	for _, r := range rulings {
		flags := byte(0)
		if r.Upright {
			flags |= uprightRuling
		}
		if r.Edge {
			flags |= edgeRuling
		}
		out = append(out, flags)
		for _, v := range [3]float64{r.At, r.From, r.To} {
			out = binary.BigEndian.AppendUint16(out, uint16(math.Round(clamp(v)*math.MaxUint16)))
		}
	}
	return out
}

func unpackRulings(packed []byte) ([]Ruling, error) {
	n := len(packed) / packedRuling
	if n*packedRuling != len(packed) || n > MaxRulings {
		return nil, fmt.Errorf("%d bytes of rulings", len(packed))
	}
	if n == 0 {
		return nil, nil
	}
	out := make([]Ruling, n)
	for i := range out {
		b := packed[i*packedRuling:]
		at := func(k int) float64 { return float64(binary.BigEndian.Uint16(b[1+2*k:])) / math.MaxUint16 }
		out[i] = Ruling{Upright: b[0]&uprightRuling != 0, Edge: b[0]&edgeRuling != 0, At: at(0), From: at(1), To: at(2)}
		if b[0]&^(uprightRuling|edgeRuling) != 0 || out[i].From > out[i].To {
			return nil, fmt.Errorf("ruling %d is none", i)
		}
	}
	return out, nil
}
