package raster

import (
	"image"
	"math"
	"testing"

	"lavra.dev/processors/document"
)

// sheet draws a page of lines of blocks in place of letters: some tall, some
// low, a few below the line, all standing on it.
func sheet(w, h int) *image.Gray {
	img := image.NewGray(image.Rect(0, 0, w, h))
	for i := range img.Pix {
		img.Pix[i] = 240
	}
	seed := uint32(7)
	next := func(n int) int {
		seed = seed*1664525 + 1013904223
		return int(seed>>16) % n
	}
	for base := 120; base < h-100; base += 44 {
		for x := 90; x < w-100; {
			height, depth := 14, 0
			switch next(10) {
			case 0, 1, 2:
				height = 20
			case 3:
				depth = 6
			}
			fill(img, image.Rect(x, base-height, x+9, base+depth), 20)
			x += 13
			if next(6) == 0 {
				x += 12 // a word space
			}
		}
	}
	return img
}

func fill(img *image.Gray, r image.Rectangle, level uint8) {
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			img.Pix[y*img.Stride+x] = level
		}
	}
}

// tilted turns a page about its middle by degrees clockwise.
func tilted(img *image.Gray, degrees float64) *image.Gray {
	sin, cos := math.Sincos(degrees * math.Pi / 180)
	x, y := float64(img.Rect.Dx())/2, float64(img.Rect.Dy())/2
	back := document.Homography{cos, sin, x - cos*x - sin*y, -sin, cos, y + sin*x - cos*y, 0, 0, 1}
	return Draw(img, img.Rect.Dx(), img.Rect.Dy(), back, 240)
}

func TestSlopeIsFound(t *testing.T) {
	page := sheet(1200, 1600)
	for _, degrees := range []float64{0, 0.5, -1.3, 3, -6, 10} {
		v := Look(tilted(page, degrees))
		got := math.Atan(v.slope.Rise) * 180 / math.Pi
		if math.Abs(got-degrees) > 0.15 {
			t.Errorf("a page tilted by %.1f° is seen at %.2f°", degrees, got)
		}
		if v.Turn != 0 || v.Upside < 1.1 || v.Sheet {
			t.Errorf("at %.1f°: turn %d, upside %.2f, sheet %v", degrees, v.Turn, v.Upside, v.Sheet)
		}
	}
}

func TestLinesThatMeetAreMadeParallel(t *testing.T) {
	page := sheet(1200, 1600)
	// Taken from below, with the edges of the sheet out of the picture.
	tilt, ok := Between(Quad{{0, 30}, {1200, -40}, {1200, 1640}, {0, 1570}}, Rectangle(1200, 1600))
	if !ok {
		t.Fatal("no map")
	}
	photo := Draw(page, 1200, 1600, tilt, 240)
	v := Look(photo)
	w, h := v.Size()
	after := Look(Draw(photo, int(w), int(h), v.ToImage(), 240))
	if v.slope.Spread == 0 || math.Abs(after.slope.Spread)*1600 > 0.02 {
		t.Errorf("spread %.4f before, %.4f after", v.slope.Spread*1600, after.slope.Spread*1600)
	}
}

func TestDirectionIsFound(t *testing.T) {
	page := sheet(1200, 1600)
	for turn := range 4 {
		v := Look(Turn(page, turn))
		if v.Turn != turn&1 {
			t.Errorf("turned by %d quarters: seen as %d", turn, v.Turn)
		}
		if upright := turn < 2; (v.Upside > 1) != upright {
			t.Errorf("turned by %d quarters: upside %.2f", turn, v.Upside)
		}
	}
}

func TestTheWayBackLeadsToTheSamePlace(t *testing.T) {
	page := sheet(1200, 1600)
	for _, turn := range []int{0, 1} {
		sent := Turn(tilted(page, 3), turn)
		v := Look(sent)
		w, h := v.Size()
		// The middle of the page is the middle of the image, however it lies.
		x, y := v.ToImage().Apply(w/2, h/2)
		if math.Abs(x-float64(sent.Rect.Dx())/2) > 2 || math.Abs(y-float64(sent.Rect.Dy())/2) > 2 {
			t.Errorf("turn %d: the middle comes from %.1f, %.1f", turn, x, y)
		}
		level := Look(Draw(sent, int(w), int(h), v.ToImage(), 240))
		if !level.Straight() && math.Abs(level.slope.Rise) > 0.004 {
			t.Errorf("turn %d: the page drawn upright has a rise of %.4f", turn, level.slope.Rise)
		}
	}
}

func TestASheetOnADeskIsFound(t *testing.T) {
	page := sheet(1000, 1400)
	want := Quad{{90, 70}, {1080, 110}, {1060, 1480}, {60, 1440}}
	back, ok := Between(want, Rectangle(1000, 1400))
	if !ok {
		t.Fatal("no map")
	}
	photo := Draw(page, 1160, 1560, back, 110)
	for y := range 1560 { // light that falls off to one side
		for x := range 1160 {
			at := y*photo.Stride + x
			photo.Pix[at] = uint8(float64(photo.Pix[at]) * (1 - 0.4*float64(x)/1160))
		}
	}
	got, found := FindPage(photo)
	if !found {
		t.Fatal("no sheet seen")
	}
	for i := range got {
		if math.Hypot(got[i].X-want[i].X, got[i].Y-want[i].Y) > 8 {
			t.Errorf("corner %d at %.0f, %.0f, want %.0f, %.0f", i, got[i].X, got[i].Y, want[i].X, want[i].Y)
		}
	}
}

// The grain of a desk is no print: letters are as high as on the sheet alone.
func TestLettersAreThoseOnTheSheet(t *testing.T) {
	const wide, high, level = 1160, 1560, 110
	page := sheet(1000, 1400)
	want := Look(page)
	back, _ := Between(Quad{{120, 110}, {1040, 110}, {1040, 1450}, {120, 1450}}, Rectangle(1000, 1400))
	photo := Draw(page, wide, high, back, level)
	for y := 4; y < high-8; y += 12 {
		for x := 4; x < wide-8; x += 9 {
			if x < 100 || x > 1055 || y < 90 || y > 1465 {
				fill(photo, image.Rect(x, y, x+3, y+5), level/2)
			}
		}
	}
	got := Look(photo)
	if !got.Sheet || math.Abs(got.LetterHeight-want.LetterHeight) > 2 || got.Letters > want.Letters {
		t.Errorf("%d letters %.1f high, sheet %t; on the sheet %d, %.1f", got.Letters, got.LetterHeight, got.Sheet, want.Letters, want.LetterHeight)
	}
}

func TestWhatTouchesTheEdgesIsNoPrint(t *testing.T) {
	letter := Component{20, 30, 28, 42, 60}
	for name, c := range map[string]Component{
		"left": {0, 30, 6, 42, 60}, "right": {95, 30, 100, 42, 50}, "top": {40, 0, 48, 5, 30}, "foot": {40, 190, 48, 200, 70},
	} {
		if got := OffTheEdges([]Component{letter, c}, image.Rect(0, 0, 100, 200)); len(got) != 1 || got[0] != letter {
			t.Errorf("%s: %v", name, got)
		}
	}
}

func TestATableFrameIsNoSheet(t *testing.T) {
	page := sheet(1200, 1600)
	for _, r := range []image.Rectangle{
		image.Rect(60, 60, 1140, 66), image.Rect(60, 1534, 1140, 1540),
		image.Rect(60, 60, 66, 1540), image.Rect(1134, 60, 1140, 1540),
	} {
		fill(page, r, 10)
	}
	if _, found := FindPage(page); found {
		t.Error("a frame on the page was taken for its edge")
	}
}

func TestShadowIsEvenedOut(t *testing.T) {
	page := sheet(800, 1000)
	for y := range 1000 {
		for x := range 400 {
			page.Pix[y*page.Stride+x] /= 2
		}
	}
	paper := NewPaper(page)
	if !paper.Uneven() {
		t.Fatal("the shadow was not seen")
	}
	paper.Flatten(page)
	// Between the lines, in the shadow and out of it, the paper is white.
	for _, x := range []int{40, 200, 600, 760} {
		if v := page.GrayAt(x, 20).Y; v < 230 {
			t.Errorf("paper at %d is %d after evening out", x, v)
		}
	}
	if NewPaper(sheet(800, 1000)).Uneven() {
		t.Error("even light was taken for uneven")
	}
}

func TestFaintPrintIsSeen(t *testing.T) {
	page := sheet(800, 1000)
	for i, v := range page.Pix {
		if v < 100 {
			page.Pix[i] = 185
		}
	}
	if seen, want := Look(page).Letters, Look(sheet(800, 1000)).Letters; seen != want {
		t.Errorf("%d letters seen, want %d", seen, want)
	}
	bare := image.NewGray(image.Rect(0, 0, 400, 400))
	for i := range bare.Pix {
		bare.Pix[i] = uint8(230 + i%13) // the grain of the paper is no print
	}
	if n := Look(bare).Letters; n != 0 {
		t.Errorf("%d letters on a bare page", n)
	}
}

func TestRulesGoAndLettersStay(t *testing.T) {
	page := sheet(800, 600)
	before := len(NewInk(page, NewPaper(page)).Components())
	fill(page, image.Rect(50, 130, 750, 133), 20)
	fill(page, image.Rect(60, 50, 62, 560), 20)
	paper := NewPaper(page)
	EraseRules(page, NewInk(page, paper), nil, paper, 14)
	// Where two rules cross a speck may stay.
	if after := len(NewInk(page, NewPaper(page)).Components()); after < before || after > before+1 {
		t.Errorf("%d pieces of print, want the %d of before the rules", after, before)
	}
}

// A grey line through the tops of letters goes, what is darker of them stays; a line as dark
// as they are goes where they only stand on it.
func TestRulesAreLiftedOffLetters(t *testing.T) {
	for name, c := range map[string]struct {
		rule   image.Rectangle
		level  uint8
		letter image.Rectangle // what is left of each
	}{
		"grey, through their tops": {image.Rect(40, 100, 760, 103), 130, image.Rect(0, 99, 5, 116)},
		"black, under them":        {image.Rect(40, 116, 760, 119), 30, image.Rect(0, 99, 5, 115)},
	} {
		t.Run(name, func(t *testing.T) {
			page := grainy(800, 300)
			fill(page, c.rule, c.level)
			for x := 200; x < 300; x += 12 {
				fill(page, image.Rect(x, 99, x+5, 116), 30)
				fill(page, image.Rect(x, 99, x+10, 101), 30) // an arm, as thin as the rule
			}
			paper := NewPaper(page)
			EraseRules(page, NewInk(page, paper), nil, paper, 17)
			for x := 40; x < 760; x++ {
				if x < 199 || x > 310 {
					if page.Pix[c.rule.Min.Y*page.Stride+x] < 200 {
						t.Fatalf("the rule is left at %d", x)
					}
				}
			}
			for x := 200; x < 300; x += 12 {
				for y := c.letter.Min.Y; y < c.letter.Max.Y; y++ {
					if page.Pix[y*page.Stride+x+2] > 40 {
						t.Fatalf("the letter at %d lost its row %d", x, y)
					}
				}
				if page.Pix[99*page.Stride+x+8] > 40 {
					t.Fatalf("the letter at %d lost its arm", x)
				}
				if page.Pix[(c.rule.Min.Y+1)*page.Stride+x+11] < 200 {
					t.Fatalf("the rule is left between letters behind %d", x)
				}
			}
		})
	}
}

// Of a line that is hardly dark enough for ink, and is so here and there only, no dashes stay that
// would cling to the print beside it.
func TestFaintRulesGoWhole(t *testing.T) {
	page := grainy(800, 300)
	for x := 40; x < 760; x++ {
		level := uint8(190)
		if x/15%3 == 0 {
			level = 160
		}
		fill(page, image.Rect(x, 100, x+1, 102), level)
	}
	paper := NewPaper(page)
	ink := NewInk(page, paper)
	if len(ink.Components()) < 10 {
		t.Fatal("the line is no faint one")
	}
	EraseRules(page, ink, Strokes(page, 17), paper, 17)
	if left := NewInk(page, NewPaper(page)).Components(); len(left) > 0 {
		t.Errorf("%d pieces of the line are left", len(left))
	}
}

// The feet of letters in tight type touch and run as long as a rule; they are none.
// In a row of cells lower than four letters, where each side stands alone in its row.
func TestSidesOfLowCellsGo(t *testing.T) {
	const letter = 16
	page := bareSheet(600, 300)
	for _, y := range []int{100, 145} {
		fill(page, image.Rect(50, y, 550, y+3), 20)
	}
	fill(page, image.Rect(300, 100, 304, 148), 20)
	letters(page, 312, 140, letter, 1)
	paper := NewPaper(page)
	EraseRules(page, NewInk(page, paper), Strokes(page, letter), paper, letter)
	for _, y := range []int{105, 124, 142, 146} {
		if page.GrayAt(301, y).Y < 200 {
			t.Errorf("the side is still there at %d", y)
		}
	}
	if page.GrayAt(313, 130).Y > 100 {
		t.Error("the letter beside it is gone")
	}
}

func TestWordsInTightTypeAreNoRules(t *testing.T) {
	page := bareSheet(400, 200)
	for i := range 12 { // stems with feet that touch
		fill(page, image.Rect(60+12*i, 80, 64+12*i, 100), 20)
		fill(page, image.Rect(60+12*i, 97, 71+12*i, 100), 20)
	}
	fill(page, image.Rect(40, 140, 360, 143), 20)
	paper := NewPaper(page)
	EraseRules(page, NewInk(page, paper), nil, paper, 14)
	if page.GrayAt(68, 98).Y > 100 {
		t.Error("the letters lost their feet")
	}
	if page.GrayAt(68, 141).Y < 200 {
		t.Error("the rule is still there")
	}
}

func TestSegmentsAreSetApartAndFoundAgain(t *testing.T) {
	page := sheet(800, 600)
	fill(page, image.Rect(380, 0, 460, 600), 240) // two columns of cells
	segments, _ := Segments(NewInk(page, NewPaper(page)).Components(), 14)
	rows := len(segments) / 2
	if rows == 0 || len(segments) != 2*rows {
		t.Fatalf("%d segments, want two a line", len(segments))
	}
	var numbers []int
	for i := range segments {
		numbers = append(numbers, i)
	}
	for _, letter := range []int{ReadingLetter, LargeLetter} {
		galleys := NewGalleys(page, segments, numbers, letter, 240)
		if len(galleys) != 1 {
			t.Fatalf("%d galleys for a short page", len(galleys))
		}
		g := galleys[0]
		for i, c := range g.cells {
			if i > 0 && c.at.Overlaps(g.cells[i-1].at) {
				t.Fatalf("cells %d and %d overlap", i-1, i)
			}
			left, _, _, bottom, number, ok := g.Place(c.at)
			if !ok || number != i {
				t.Fatalf("cell %d is not found again", i)
			}
			if math.Abs(left-float64(c.from.Min.X)) > 1 || math.Abs(bottom-float64(c.from.Max.Y)) > 1 {
				t.Errorf("cell %d maps to %.0f, %.0f, want %v", i, left, bottom, c.from)
			}
		}
		if _, _, _, _, _, ok := g.Place(image.Rect(0, 0, 2, 2)); ok {
			t.Error("the margin belongs to no segment")
		}
	}
}

func TestPrintUpTheSideIsToldFromLines(t *testing.T) {
	page := sheet(800, 600)
	for y := 100; y < 400; y += 13 {
		fill(page, image.Rect(40, y, 54, y+9), 20)
	}
	_, before := Segments(NewInk(sheet(800, 600), NewPaper(page)).Components(), 14)
	_, side := Segments(NewInk(page, NewPaper(page)).Components(), 14)
	if len(before) != 0 || len(side) != 1 || !image.Rect(40, 100, 54, 408).Eq(side[0]) {
		t.Errorf("%v without print up the side, %v with", before, side)
	}
}

func TestPrintUpTheSideMayComeInPieces(t *testing.T) {
	// Digits lying on their side: a wider gap in the middle, and ones among them,
	// which are thin.
	page := sheet(800, 600)
	bottom := 0
	for i, y := 0, 100; i < 10; i++ {
		height := 9
		if i == 4 || i == 7 {
			height = 3
		}
		fill(page, image.Rect(40, y, 54, y+height), 20)
		bottom = y + height
		y = bottom + 2
		if i == 5 {
			y += 3
		}
	}
	_, side := Segments(NewInk(page, NewPaper(page)).Components(), 14)
	if len(side) != 1 || !image.Rect(40, 100, 54, bottom).Eq(side[0]) {
		t.Errorf("found %v, want all ten letters", side)
	}
}

func TestRowsOfAListAreNoPrintUpTheSide(t *testing.T) {
	page := sheet(800, 600)
	for y := 100; y < 500; y += 24 {
		for x := 40; x < 200; x += 12 {
			fill(page, image.Rect(x, y, x+9, y+14), 20)
		}
	}
	if _, side := Segments(NewInk(page, NewPaper(page)).Components(), 14); len(side) != 0 {
		t.Errorf("%v up the side", side)
	}
}

func TestAGalleyIsNeverTooTall(t *testing.T) {
	page := sheet(400, 300)
	segments := make([]Segment, 1000)
	numbers := make([]int, len(segments))
	for i := range segments {
		segments[i] = Segment{Box: image.Rect(100, 100, 200, 130), Letter: 14, Count: 5}
		numbers[i] = i
	}
	cells := 0
	for _, g := range NewGalleys(page, segments, numbers, LargeLetter, 240) {
		if g.Image.Rect.Dy() > galleyTall {
			t.Errorf("a galley of %d pixels", g.Image.Rect.Dy())
		}
		cells += len(g.cells)
	}
	if cells != len(segments) {
		t.Errorf("%d of %d segments were set", cells, len(segments))
	}
}

func TestImagesOfNothing(t *testing.T) {
	for _, img := range []*image.Gray{
		image.NewGray(image.Rect(0, 0, 1, 1)),
		image.NewGray(image.Rect(0, 0, 3, 2000)),
		image.NewGray(image.Rect(0, 0, 300, 300)),
	} {
		v := Look(img)
		w, h := v.Size()
		if v.Letters != 0 || !(w > 0 && h > 0) {
			t.Errorf("%v: %d letters on a page of %.0f x %.0f", img.Rect, v.Letters, w, h)
		}
		if all := v.Samples(100, 3); len(all) != 0 {
			t.Errorf("%v: samples %v", img.Rect, all)
		}
	}
}

func TestTurns(t *testing.T) {
	img := image.NewGray(image.Rect(0, 0, 3, 2))
	copy(img.Pix, []uint8{1, 2, 3, 4, 5, 6})
	for turn, want := range [][]uint8{{1, 2, 3, 4, 5, 6}, {4, 1, 5, 2, 6, 3}, {6, 5, 4, 3, 2, 1}, {3, 6, 2, 5, 1, 4}} {
		got := Turn(img, turn)
		for i := range want {
			if got.Pix[i] != want[i] {
				t.Fatalf("turn %d gives %v, want %v", turn, got.Pix, want)
			}
		}
	}
}

func TestPaperBetweenCells(t *testing.T) {
	for _, w := range []int{1, 9, 40, 333, 1654} {
		p := NewPaper(image.NewGray(image.Rect(0, 0, w, 1200)))
		column, line := make([]float32, p.columns), make([]float32, w)
		for c := range column {
			column[c] = float32((c * 37) % 200)
		}
		p.spread(column, line)
		for x, got := range line {
			a, b, part := p.between(x, p.columns)
			if want := column[a] + (column[b]-column[a])*part; math.Abs(float64(got-want)) > 0.01 {
				t.Fatalf("width %d: level at %d is %.2f, want %.2f", w, x, got, want)
			}
		}
	}
}

func TestBarsAreNoSidePrint(t *testing.T) {
	img := image.NewGray(image.Rect(0, 0, 600, 400))
	for i := range img.Pix {
		img.Pix[i] = 250
	}
	for bar := range 30 { // of a bar code, as wide as letters and much taller
		for y := 100; y < 220; y++ {
			for x := 50 + 15*bar; x < 58+15*bar; x++ {
				img.Pix[y*img.Stride+x] = 20
			}
		}
	}
	lines, side := Segments(NewInk(img, NewPaper(img)).Components(), 14)
	if len(side) > 0 || len(lines) > 0 {
		t.Errorf("%d segments and %d pieces of side print in a bar code", len(lines), len(side))
	}
}

func TestEraseCrossings(t *testing.T) {
	img := image.NewGray(image.Rect(0, 0, 500, 400))
	for i := range img.Pix {
		img.Pix[i] = 250
	}
	black := func(r image.Rectangle) {
		for y := r.Min.Y; y < r.Max.Y; y++ {
			for x := r.Min.X; x < r.Max.X; x++ {
				img.Pix[y*img.Stride+x] = 20
			}
		}
	}
	for i := range 4 { // a table of three by three cells
		black(image.Rect(50, 50+80*i, 53+360, 53+80*i))
		black(image.Rect(50+120*i, 50, 53+120*i, 53+240))
	}
	panel := image.Rect(100, 330, 300, 380)
	black(panel)
	paper := NewPaper(img)
	EraseRules(img, NewInk(img, paper), nil, paper, 14)
	for _, c := range NewInk(img, paper).Components() {
		if c.Left < panel.Min.X-1 || c.Right > panel.Max.X+1 || c.Top < panel.Min.Y-1 {
			t.Errorf("%+v is left of the table", c)
		}
	}
	if img.Pix[350*img.Stride+200] != 20 {
		t.Error("the panel is gone")
	}
}

// A band hardly higher than the small white print in it is a panel, a row of letters that touch is none.
func TestThinBandsAreInverted(t *testing.T) {
	const letter = 14
	for name, c := range map[string]struct {
		draw func(*image.Gray)
		want bool
	}{
		"a thin band with print": {func(p *image.Gray) {
			fill(p, image.Rect(50, 100, 750, 121), 40)
			for x := 60; x < 200; x += 10 {
				fill(p, image.Rect(x, 105, x+6, 115), 245)
			}
		}, true},
		"the heading of a ruled table": {func(p *image.Gray) {
			fill(p, image.Rect(50, 100, 750, 130), 60)
			for x := 60; x < 200; x += 10 {
				fill(p, image.Rect(x, 108, x+6, 122), 245)
			}
			for x := 50; x <= 750; x += 140 {
				fill(p, image.Rect(x-2, 100, x+2, 380), 90)
			}
			for y := 160; y <= 370; y += 30 {
				fill(p, image.Rect(50, y, 750, y+3), 90)
			}
		}, true},
		"a ruled table": {func(p *image.Gray) {
			for x := 50; x <= 750; x += 140 {
				fill(p, image.Rect(x-2, 100, x+2, 380), 90)
			}
			for y := 100; y <= 370; y += 30 {
				fill(p, image.Rect(50, y, 750, y+3), 90)
			}
		}, false},
		"letters that touch": {func(p *image.Gray) {
			fill(p, image.Rect(50, 113, 450, 120), 40)
			for x := 50; x < 450; x += 12 {
				fill(p, image.Rect(x, 100, x+4, 114), 40)
			}
		}, false},
		"a band down the side with print": {func(p *image.Gray) {
			fill(p, image.Rect(20, 20, 200, 380), 40)
			for x := 30; x < 150; x += 10 {
				fill(p, image.Rect(x, 105, x+6, 119), 245)
			}
		}, true},
		"a picture as tall": {func(p *image.Gray) {
			for y := 20; y < 380; y += 10 {
				fill(p, image.Rect(20, y, 200, y+10), uint8(y/3))
			}
		}, false},
		"a short mark": {func(p *image.Gray) { fill(p, image.Rect(50, 100, 150, 121), 40) }, false},
	} {
		t.Run(name, func(t *testing.T) {
			page := grainy(800, 400)
			c.draw(page)
			if got := InvertPanels(page, NewInk(page, NewPaper(page)), letter); got != c.want {
				t.Errorf("inverted: %v, want %v", got, c.want)
			}
		})
	}
}
