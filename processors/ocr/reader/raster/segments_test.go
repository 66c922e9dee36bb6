package raster

import (
	"image"
	"testing"
)

// word is the components of one: n letters 8 wide and 12 high from a place on.
func word(left, top, n int) (letters []Component) {
	for i := range n {
		x := left + 11*i
		letters = append(letters, Component{x, top, x + 8, top + 12, 60})
	}
	return letters
}

// A dash joins the words beside it; an underline, or a dash of another line, does not.
func TestDashesJoinTheirWords(t *testing.T) {
	const letter = 12.0
	for name, c := range map[string]struct {
		mark Component
		want []image.Rectangle
	}{
		"a dash between":     {Component{64, 105, 72, 108, 20}, []image.Rectangle{image.Rect(20, 100, 117, 112)}},
		"an underline":       {Component{64, 113, 72, 115, 14}, []image.Rectangle{image.Rect(20, 100, 50, 112), image.Rect(87, 100, 117, 112)}},
		"a dot, half-way up": {Component{66, 105, 69, 108, 9}, []image.Rectangle{image.Rect(20, 100, 50, 112), image.Rect(87, 100, 117, 112)}},
		"nothing":            {Component{300, 300, 301, 301, 1}, []image.Rectangle{image.Rect(20, 100, 50, 112), image.Rect(87, 100, 117, 112)}},
	} {
		t.Run(name, func(t *testing.T) {
			segments, _ := Segments(append(append(word(20, 100, 3), c.mark), word(87, 100, 3)...), letter)
			if len(segments) != len(c.want) {
				t.Fatalf("%d segments, want %d: %v", len(segments), len(c.want), segments)
			}
			for i, s := range segments {
				if s.Box != c.want[i] {
					t.Errorf("segment %d is %v, want %v", i, s.Box, c.want[i])
				}
			}
		})
	}
}

// In type of one width a dash stands in the middle of its room, further from its words than
// these from each other; what is as far apart without a dash are two cells.
func TestDashesInTypeOfOneWidth(t *testing.T) {
	dash := Component{68, 105, 76, 108, 20}
	if joined, _ := Segments(append(append(word(20, 100, 3), dash), word(94, 100, 2)...), 12); len(joined) != 1 {
		t.Errorf("%d segments with a dash: %v", len(joined), joined)
	}
	if apart, _ := Segments(append(word(20, 100, 3), word(68, 100, 2)...), 12); len(apart) != 2 {
		t.Errorf("%d segments without: %v", len(apart), apart)
	}
}

// The sign of an ordinal behind a small letter, as in "nº", is part of its line; a letter beside the line is none.
func TestRaisedSignsBelongToTheirLine(t *testing.T) {
	line := append(word(20, 100, 3), word(62, 100, 3)...) // the room for a sign and a space behind the third letter
	for name, c := range map[string]struct {
		mark Component
		want int
	}{
		"within the line":       {Component{52, 91, 58, 99, 24}, 1},
		"at its end":            {Component{94, 91, 100, 99, 24}, 1},
		"in the line above":     {Component{52, 84, 58, 92, 24}, 2},
		"apart from the letter": {Component{106, 91, 112, 99, 24}, 2},
	} {
		if segments, _ := Segments(append([]Component{c.mark}, line...), 12); len(segments) != c.want {
			t.Errorf("%s: %d segments, want %d: %v", name, len(segments), c.want, segments)
		}
	}
}

// The dots of a colon behind a label are small, and belong to it.
func TestColonsBelongToTheirLabel(t *testing.T) {
	colon := []Component{{54, 102, 56, 105, 6}, {54, 109, 56, 112, 6}}
	segments, _ := Segments(append(word(20, 100, 3), colon...), 18)
	if len(segments) != 1 || segments[0].Box.Max.X != 56 {
		t.Errorf("%v", segments)
	}
}

// Large print beside small print is a segment of its own, and a stroke left of a rule is none.
func TestSegmentsAreOfOneSize(t *testing.T) {
	var name []Component
	for i := range 5 {
		name = append(name, Component{20 + 22*i, 90, 36 + 22*i, 114, 200})
	}
	stroke, one := Component{400, 96, 402, 114, 36}, Component{500, 100, 505, 112, 30}
	for what, c := range map[string]struct {
		print []Component
		want  []image.Rectangle
	}{
		"a name beside an address": {append(name, word(150, 101, 6)...), []image.Rectangle{image.Rect(20, 90, 124, 114), image.Rect(150, 101, 213, 113)}},
		"a capital before letters": {append([]Component{{20, 94, 36, 112, 150}}, word(42, 100, 6)...), []image.Rectangle{image.Rect(20, 94, 105, 112)}},
		"a one, and a stroke":      {[]Component{stroke, one}, []image.Rectangle{image.Rect(500, 100, 505, 112)}},
	} {
		t.Run(what, func(t *testing.T) {
			segments, _ := Segments(c.print, 12)
			if len(segments) != len(c.want) {
				t.Fatalf("%d segments, want %d: %v", len(segments), len(c.want), segments)
			}
			for i, s := range segments {
				if s.Box != c.want[i] {
					t.Errorf("segment %d is %v, want %v", i, s.Box, c.want[i])
				}
			}
		})
	}
}

// The sign of a firm before its name is no letter of it; a large first letter is.
func TestASignStandsApartFromTheNameBehindIt(t *testing.T) {
	for name, c := range map[string]struct {
		first Component
		want  int
	}{
		"a sign":               {Component{20, 88, 44, 112, 400}, 2},
		"a first letter":       {Component{38, 91, 47, 112, 100}, 1},
		"a wide capital":       {Component{30, 96, 47, 112, 150}, 1},
		"a sign that touches ": {Component{26, 88, 49, 112, 400}, 1},
	} {
		t.Run(name, func(t *testing.T) {
			if segments, _ := Segments(append([]Component{c.first}, word(50, 100, 6)...), 12); len(segments) != c.want {
				t.Errorf("%d segments, want %d: %v", len(segments), c.want, segments)
			}
		})
	}
}

// What stands in a column is print up the side of the page, but not where its letters stand in rows.
func TestColumnsOfRowsAreNoPrintUpTheSide(t *testing.T) {
	column := func(width, height, pitch int, behind ...Component) (print []Component) {
		for i := range 10 {
			top := 100 + i*pitch
			print = append(print, Component{200, top, 200 + width, top + height, width * height / 2})
			for _, b := range behind {
				print = append(print, Component{b.Left, top, b.Right, top + height, b.Pixels})
			}
		}
		return print
	}
	for name, c := range map[string]struct {
		print []Component
		side  int
	}{
		"letters on their side":                    {column(12, 8, 10), 1},
		"figures before the dot of the thousands":  {column(8, 12, 16, Component{222, 0, 230, 0, 60}, Component{233, 0, 241, 0, 60}), 0},
		"three noughts that touch":                 {column(28, 12, 20), 0},
		"letters on their side far from the print": {column(12, 8, 10, Component{300, 0, 308, 0, 60}, Component{311, 0, 319, 0, 60}), 1},
	} {
		if _, side := Segments(c.print, 12); len(side) != c.side {
			t.Errorf("%s: %v", name, side)
		}
	}
}

// The name of a box in print less than half as high as the value under it is a segment of its own, though its letters
// touch; dots, commas and a dash are none.
func TestSmallPrintOverLarge(t *testing.T) {
	const letter = 24.0
	var value []Component
	for i := range 6 {
		value = append(value, Component{100 + 22*i, 140, 116 + 22*i, 164, 200})
	}
	comma, dash := Component{234, 160, 238, 168, 20}, Component{300, 150, 312, 154, 40}
	name := []Component{{100, 120, 142, 130, 200}, {146, 120, 152, 130, 30}}
	segments, _ := Segments(append(append(value, comma, dash), name...), letter)
	want := []image.Rectangle{image.Rect(100, 120, 152, 130), image.Rect(100, 140, 238, 168)}
	if len(segments) != len(want) || segments[0].Box != want[0] || segments[1].Box != want[1] {
		t.Errorf("%v, want %v", segments, want)
	}
}

// A dotted line up the page, close to the print, makes no segment higher: what stands above and below is not read with it.
func TestDottedLinesBesidePrint(t *testing.T) {
	print := word(20, 100, 3)
	for top := 20; top < 220; top += 8 {
		print = append(print, Component{14, top, 16, top + 4, 8})
	}
	segments, _ := Segments(print, 12)
	if len(segments) != 1 || segments[0].Box.Min.Y <= 100-12 || segments[0].Box.Max.Y >= 112+12 {
		t.Errorf("%v", segments)
	}
}

// On a page of mostly smaller print the commas of a larger line are as high as letters, and still its commas; a small
// letter that stands alone is one.
func TestCommasOfLargerPrintBelongToTheirLine(t *testing.T) {
	var line []Component
	for i := range 6 {
		line = append(line, Component{20 + 22*i, 100, 36 + 22*i, 129, 200})
	}
	comma, below := Component{80, 122, 84, 133, 30}, Component{300, 122, 306, 133, 40}
	segments, _ := Segments(append(line, comma, below), 17)
	want := []image.Rectangle{image.Rect(20, 100, 146, 133), image.Rect(300, 122, 306, 133)}
	if len(segments) != len(want) {
		t.Fatalf("%d segments, want %d: %v", len(segments), len(want), segments)
	}
	for i, s := range segments {
		if s.Box != want[i] {
			t.Errorf("segment %d is %v, want %v", i, s.Box, want[i])
		}
	}
}
