package screen

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"time"
)

const (
	// large is a picture of the size of the largest that are let in.
	large  = "/Subtype/Image/Width 10000/Height 10000"
	usesA  = "/XObject<</A 5 0 R>>"
	onPage = "<</Type/Page/Parent 2 0 R/Contents 4 0 R/Resources<<"
)

const (
	byMask  = "/ExtGState<</M 5 0 R>>"
	masked  = "<</SMask<</S/Luminosity/G 6 0 R>>>>"
	letters = "<</Subtype/Type3/CharProcs<</a 6 0 R>>>>"
)

// states are a mask and more states above it than are told apart.
func states(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "/S%d gs ", i)
	}
	return "/M gs " + b.String()
}

// painted is a PDF whose page 3 has the contents 4, packed; the objects are 5 and on.
func painted(page, content string, objects ...string) []byte {
	return write(append([]string{catalog, tree, page, stream("/Filter/FlateDecode", deflate(content))}, objects...)...)
}

// nested are forms from a number on, each of which paints the next some times.
func nested(first, levels, times int) (forms []string) {
	for i := range levels - 1 {
		forms = append(forms, stream(fmt.Sprintf("/Subtype/Form/Resources<</XObject<</A %d 0 R>>>>", first+i+1), strings.Repeat("/A Do ", times)))
	}
	return append(forms, stream("/Subtype/Form", "0 0 1 1 re f"))
}

func TestPagesThatTakeTooLongToPaint(t *testing.T) {
	many := strings.Repeat("n\n", maxOperators+2)
	half := stream("/Filter/FlateDecode", deflate(many[:maxOperators+3]))
	for _, c := range []struct {
		name string
		file []byte
		want string
	}{
		{"millions of operators", painted(onPage+">>>>", many), "bomb"},
		{"the same in two streams", write(catalog, tree, "<</Type/Page/Contents[4 0 R 5 0 R]>>", half, half), "bomb"},
		{"half of them", write(catalog, tree, "<</Type/Page/Contents[4 0 R]>>", half), ""},
		{"the same by a filter that stands elsewhere", write(catalog, tree, "<</Type/Page/Contents 4 0 R>>", stream("/Filter 5 0 R", deflate(many)), "/FlateDecode"), "bomb"},
		{"the same in a form, in digits", painted(onPage+usesA+">>>>", "/A Do", stream("/Subtype/Form/Filter/ASCIIHexDecode", fmt.Sprintf("%x", many))), "bomb"},

		{"forms that paint ten forms each", painted(onPage+usesA+">>>>", "/A Do", nested(5, 8, 10)...), "bomb"},
		{"the same by a name in escapes", painted(onPage+usesA+">>>>", "/#41 Do", nested(5, 8, 10)...), "bomb"},
		{"the same, where the last definition is another", painted(onPage+usesA+">>>>", "/A Do", append(nested(5, 8, 10), "null\nendobj\n5 0 obj null")...), "bomb"},
		{"the same by resources that stand elsewhere", painted("<</Type/Page/Contents 4 0 R/Resources 6 0 R>>", "/A Do", append([]string{"<</A 7 0 R>>", "<</XObject 5 0 R>>"}, nested(7, 8, 10)...)...), "bomb"},
		{"the same by resources of the tree", write(slices.Concat([]string{catalog, "<</Type/Pages/Kids[3 0 R]/Resources<<" + usesA + ">>>>", "<</Type/Page/Parent 2 0 R/Contents 4 0 R>>", stream("", "/A Do")}, nested(5, 8, 10))...), "bomb"},
		{"the same by resources of the page, in a form without", painted(onPage+"/XObject<</A 5 0 R/B 6 0 R>>>>>>", "/A Do", append([]string{stream("/Subtype/Form", "/B Do")}, nested(6, 8, 10)...)...), "bomb"},
		{"the same in the cell of a pattern", painted(onPage+"/Pattern<</A 5 0 R>>>>>>", "/Pattern cs /A scn 0 0 9 9 re f", append([]string{stream("/PatternType 1/XStep 9/YStep 9/Resources<</XObject<</A 6 0 R>>>>", "/A Do")}, nested(6, 8, 10)...)...), "bomb"},
		{"forms in forms as documents have them", painted(onPage+usesA+">>>>", "/A Do", nested(5, 4, 10)...), ""},
		{"a form that paints itself", painted(onPage+usesA+">>>>", "/A Do", stream("/Subtype/Form/Resources<<"+usesA+">>", "/A Do /A Do")), ""},
		{"a chain of forms", painted(onPage+usesA+">>>>", "/A Do", nested(5, maxFormDepth+1, 1)...), "nesting"},

		{"a hundred thousand fills by a mask of a hundred", painted(onPage+byMask+">>>>", "/M gs "+strings.Repeat("f ", 100_000), masked, stream("/Subtype/Form", strings.Repeat("f ", 100))), "bomb"},
		{"the same in a saved state", painted(onPage+byMask+">>>>", "q /M gs q Q "+strings.Repeat("f ", 100_000), masked, stream("/Subtype/Form", strings.Repeat("f ", 100))), "bomb"},
		{"the same where only a string goes back", painted(onPage+byMask+">>>>", "q /M gs ( \\) Q )Tj < Q >Tj % Q \n"+strings.Repeat("f ", 100_000), masked, stream("/Subtype/Form", strings.Repeat("f ", 100))), "bomb"},
		{"the same where only the data of a picture does", painted(onPage+byMask+">>>>", "q /M gs BI ID EI Q EI "+strings.Repeat("f ", 100_000), masked, stream("/Subtype/Form", strings.Repeat("f ", 100))), "bomb"},
		{"the same where another definition does", painted("<</Type/Page/Parent 2 0 R/Contents[7 0 R 4 0 R]/Resources<<"+byMask+">>>>", strings.Repeat("f ", 100_000),
			masked, stream("/Subtype/Form", strings.Repeat("f ", 100)), stream("", "q /M gs"), "null\nendobj\n7 0 obj "+stream("", "q /M gs Q")), "bomb"},
		{"the same by a state that stands in the resources", painted(onPage+"/ExtGState<</M<</SMask<</G 5 0 R>>>>>>>>>>", "/M gs "+strings.Repeat("f ", 100_000), stream("/Subtype/Form", strings.Repeat("f ", 100))), "bomb"},
		{"the same in a form whose parts are masked one by one", painted(onPage+byMask+"/XObject<</A 7 0 R>>>>>>", "/M gs /A Do", masked, stream("/Subtype/Form", strings.Repeat("f ", 100)), stream("/Subtype/Form", strings.Repeat("f ", 100_000))), "bomb"},
		{"the same in a form that is masked as a whole", painted(onPage+byMask+"/XObject<</A 7 0 R>>>>>>", "/M gs /A Do", masked, stream("/Subtype/Form", strings.Repeat("f ", 100)), stream("/Subtype/Form/Group<</S/Transparency>>", strings.Repeat("f ", 100_000))), ""},
		{"the same after the mask", painted(onPage+byMask+">>>>", "q /M gs f Q "+strings.Repeat("f ", 100_000), masked, stream("/Subtype/Form", strings.Repeat("f ", 100))), ""},
		{"the same by a state that ends masks", painted(onPage+"/ExtGState<</M 5 0 R/N<</SMask/None>>>>>>>>", "/M gs f /N gs "+strings.Repeat("f ", 100_000), masked, stream("/Subtype/Form", strings.Repeat("f ", 100))), ""},
		{"the same by a state that says nothing of masks", painted(onPage+"/ExtGState<</M 5 0 R/N<</CA 1>>>>>>>>", "/M gs f /N gs "+strings.Repeat("f ", 100_000), masked, stream("/Subtype/Form", strings.Repeat("f ", 100))), "bomb"},
		{"masks that use masks", painted(onPage+byMask+">>>>", "/M gs "+strings.Repeat("f ", 1000), masked, stream("/Subtype/Form/Resources<</ExtGState<</M<</SMask<</G 7 0 R>>>>>>>>", "/M gs "+strings.Repeat("f ", 1000)), stream("/Subtype/Form", strings.Repeat("f ", 100))), "bomb"},
		{"more states than are told apart", painted(onPage+byMask+">>>>", states(maxSections)+strings.Repeat("f ", 100_000), masked, stream("/Subtype/Form", strings.Repeat("f ", 100))), "bomb"},
		{"states without masks as drawings have them", painted(onPage+"/ExtGState<</S1<</CA 1>>/S2<</CA 0>>>>>>>>", strings.Repeat("/S1 gs f /S2 gs f ", 100_000)), ""},
		{"a picture with a larger one for a mask, a hundred times", painted(onPage+usesA+">>>>", strings.Repeat("/A Do ", 100), stream("/Subtype/Image/Width 9/Height 9/SMask 6 0 R", "x"), stream(large, "x")), "bomb"},

		{"letters of a thousand operators", painted(onPage+"/Font<</F 5 0 R>>>>>>", "BT /F 9 Tf ("+strings.Repeat("a", 6000)+")Tj", letters, stream("", strings.Repeat("f ", 1000))), "bomb"},
		{"the same in digits", painted(onPage+"/Font<</F 5 0 R>>>>>>", "BT /F 9 Tf <"+strings.Repeat("61", 6000)+">Tj", letters, stream("", strings.Repeat("f ", 1000))), "bomb"},
		{"the same behind what may be a picture's data", painted(onPage+"/Font<</F 5 0 R>>>>>>", "BI ID %EI BT /F 9 Tf ("+strings.Repeat("a", 6000)+")Tj", letters, stream("", strings.Repeat("f ", 1000))), "bomb"},
		{"letters that paint a large picture by the font's resources", painted(onPage+"/Font<</F<</Subtype/Type3/CharProcs 5 0 R/Resources<</XObject<</A 7 0 R>>>>>>>>>>>>", "BT /F 9 Tf (aaaaaaaaaaa)Tj", "<</a 6 0 R>>", stream("", "/A Do"), stream(large, "x")), "bomb"},
		{"letters of a thousand operators, a few", painted(onPage+"/Font<</F 5 0 R>>>>>>", "BT /F 9 Tf (aaa)Tj", letters, stream("", strings.Repeat("f ", 1000))), ""},
		{"a letter that is written with itself", painted(onPage+"/Font<</F 5 0 R>>>>>>", "BT /F 9 Tf (aaa)Tj", letters, stream("", "BT /F 9 Tf (aaa)Tj")), ""},

		{"a large picture a hundred times", painted(onPage+usesA+">>>>", strings.Repeat("/A Do ", 100), stream(large, "x")), "bomb"},
		{"a large picture once", painted(onPage+usesA+">>>>", "/A Do", stream(large, "x")), ""},
		{"a small picture a hundred times", painted(onPage+usesA+">>>>", strings.Repeat("/A Do ", 100), stream("/Subtype/Image/Width 100/Height 100", "x")), ""},
		{"a picture whose sides stand elsewhere", write(catalog, tree, page, stream("/Subtype/Image/Width 5 0 R/Height 5 0 R", "x"), "40000"), "bomb"},

		{"a pattern whose steps stand elsewhere", write(catalog, tree, page, stream("/PatternType 1/XStep 5 0 R/YStep 5 0 R", ""), ".001"), "bomb"},
		{"a pattern whose matrix stands elsewhere", write(catalog, tree, page, stream("/PatternType 1/XStep 1/YStep 1/Matrix 5 0 R", ""), "[.001 0 0 .001 0 0]"), "bomb"},
		{"a pattern of a tenth of a point", write(catalog, tree, page, stream("/PatternType 1/XStep .1/YStep .1", "")), "bomb"},
		{"a fine pattern on a page as large as readers allow", write(catalog, tree, "<</Type/Page/MediaBox[0 0 14400 14400]>>", stream("/PatternType 1/XStep 1/YStep 1", "")), "bomb"},
		{"the same on a page whose size stands elsewhere", write(catalog, tree, "<</Type/Page/MediaBox 5 0 R>>", stream("/PatternType 1/XStep 1/YStep 1", ""), "[14400 14400 0 0]"), "bomb"},
	} {
		if v := Examine(c.file); v.Reason != c.want {
			t.Errorf("%s: got %+v, want reason %q", c.name, v, c.want)
		}
	}
}

// However the operators come in parts, they are the same.
func FuzzScript(f *testing.F) {
	f.Add([]byte("q 1 0 0 1 5 5 cm /A Do Q/P#41 scn(x)Tj"), 3)
	f.Add([]byte("/"+strings.Repeat("A", 2*maxWord)+" Do "), 100)
	f.Add([]byte("q /G gs(a\\\\\\) Q (b))Tj f Q f <</B 1>>BDC <4 1>Tj%( \nID ( Q"), 4)
	f.Fuzz(func(t *testing.T, content []byte, part int) {
		read := func(part int) *script {
			s := newScript()
			for rest := content; len(rest) > 0; {
				n := min(max(part, 1), len(rest))
				s.Write(rest[:n])
				rest = rest[n:]
			}
			io.WriteString(s, "\n")
			return s
		}
		whole, parts := read(len(content)), read(part)
		if whole.operators != parts.operators || fmt.Sprint(whole.uses, whole.sections, whole.strings.shown) != fmt.Sprint(parts.uses, parts.sections, parts.strings.shown) {
			t.Errorf("whole: %+v\nin parts: %+v", whole, parts)
		}
		if whole.operators > len(content) && whole.operators <= maxOperators {
			t.Errorf("%d operators of %d bytes", whole.operators, len(content))
		}
	})
}

// What is painted by masks, letters and patterns is counted without a panic, soon, and the same
// whether it is packed or not.
func FuzzPainting(f *testing.F) {
	f.Add("/M gs f f /L 9 Tf (aa)Tj /Pattern cs /P scn 0 0 9 9 re f", "<</SMask<</S/Luminosity/G 6 0 R>>>>", "/M gs f <61>Tj", "/PatternType 1/XStep 9/YStep 9/Matrix[1 0 0 1 0 0]")
	f.Add("q /M gs q Q BI ID EI Q EI f (\\) Q )Tj", "<</SMask 6 0 R/CA 1>>", "/P scn f /A Do", "/PatternType 1/XStep .2/YStep -.2/BBox[0 0 1 1]")
	f.Add("BT /L 9 Tf [(a)-3<61>]TJ (a)' 1 2 (a)\" ET", "<</SMask/None>>", "BT /L 9 Tf (a)Tj ET d0", "/PatternType 1/XStep 1e9/YStep 0/Matrix[0 .001 .001 0 0 0]")
	f.Fuzz(func(t *testing.T, content, state, inner, pattern string) {
		all := content + state + inner + pattern
		if len(all) > 4096 || strings.Contains(all, "end") || strings.Contains(all, "obj") {
			return // more objects, which other targets make
		}
		const resources = "/ExtGState<</M 5 0 R>>/Font<</L<</Subtype/Type3/CharProcs<</a 7 0 R>>/Encoding<</Differences[97/a]>>>>>>/Pattern<</P 8 0 R>>/XObject<</A 6 0 R>>"
		examine := func(pack func(string) string) Verdict {
			return Examine(write(catalog, tree, onPage+resources+">>/MediaBox[0 0 595 842]>>", pack(content), state,
				stream("/Subtype/Form/Resources<<"+resources+">>", inner), stream("", inner), stream(pattern+"/Resources<<"+resources+">>", inner)))
		}
		began := time.Now()
		plain := examine(func(content string) string { return stream("", content) })
		packed := examine(func(content string) string { return stream("/Filter/FlateDecode", deflate(content)) })
		if took := time.Since(began); took > 20*time.Second {
			t.Errorf("took %s", took)
		}
		if plain.Reason == "screen_panic" || packed.Reason == "screen_panic" {
			t.Error("the screen panicked")
		}
		if plain.Reason != packed.Reason {
			t.Errorf("plain: %q, packed: %q", plain.Reason, packed.Reason)
		}
	})
}
