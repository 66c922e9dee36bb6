package screen

import (
	"bytes"
	"compress/zlib"
	"encoding/hex"
	"fmt"
	"os"
	"strings"
	"testing"
)

// write makes a PDF of objects; number 1 is the catalog. It has no table of
// its objects: the screen does not use one.
func write(objects ...string) []byte {
	var b bytes.Buffer
	b.WriteString("%PDF-1.7\n")
	for i, o := range objects {
		fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", i+1, o)
	}
	b.WriteString("trailer\n<</Root 1 0 R>>\n%%EOF\n")
	return b.Bytes()
}

const (
	catalog = "<</Type/Catalog/Pages 2 0 R>>"
	tree    = "<</Type/Pages/Count 1/Kids[3 0 R]>>"
	page    = "<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>>"
)

func deflate(data string) string {
	var b bytes.Buffer
	w, _ := zlib.NewWriterLevel(&b, zlib.BestSpeed) // a level that exists
	w.Write([]byte(data))
	w.Close()
	return b.String()
}

func stream(dict, data string) string { return "<<" + dict + ">>\nstream\n" + data + "\nendstream" }

func TestWhatPDFsCarry(t *testing.T) {
	// An object stream that holds objects 10 and 11.
	first, second := "<</S/JavaScript>>", "<</Type/Page>>"
	index := fmt.Sprintf("10 0 11 %d ", len(first)+1)
	inside := index + first + " " + second
	objStm := func(filter string) string {
		return fmt.Sprintf("/Type/ObjStm/N 2/First %d%s", len(index), filter)
	}
	predicted := ""
	for i := 0; i < len(inside); i += 8 { // rows of 8 bytes, each with filter "sub"
		row := []byte(inside[i:min(i+8, len(inside))])
		for j := len(row) - 1; j > 0; j-- {
			row[j] -= row[j-1]
		}
		predicted += "\x01" + string(row)
	}

	for _, c := range []struct {
		name string
		file []byte
		want string // reason; empty: let through with one page
	}{
		{"a plain document", write(catalog, tree, page), ""},
		{"a link to the web", write(catalog, tree, "<</Type/Page/Annots[<</Subtype/Link/A<</S/URI/URI(https://a.b)>>>>]>>"), ""},
		{"an open action that shows a page", write("<</Type/Catalog/Pages 2 0 R/OpenAction[3 0 R/Fit]>>", tree, "<</Type/Page/Annots[4 0 R]>>", "<</Subtype/Link/A<</S/URI/URI(https://a.b)>>>>"), ""},
		{"words that only look like it", write(catalog, tree, "<</Type/Page/Title(see /JavaScript and /Launch)/X<2f4a53>>>% /JS (x)"), ""},
		{"form fields", write("<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[]>>>>", tree, page), ""},

		{"a script in an object stream", write(catalog, tree, page, stream(objStm("/Filter/FlateDecode"), deflate(inside))), "javascript"},
		{"a script in an object stream packed twice", write(catalog, tree, page, stream(objStm("/Filter[/FlateDecode/FlateDecode]"), deflate(deflate(inside)))), "javascript"},
		{"a script in a hexadecimal object stream", write(catalog, tree, page, stream(objStm("/Filter/ASCIIHexDecode"), hex.EncodeToString([]byte(inside))+">")), "javascript"},
		{"a script in an object stream with a predictor", write(catalog, tree, page, stream(objStm("/Filter/FlateDecode/DecodeParms<</Predictor 12/Columns 8>>"), deflate(predicted))), "javascript"},
		{"a script in an object stream that is cut", write(catalog, tree, page, stream(objStm("/Filter/FlateDecode"), deflate(inside + strings.Repeat("%comment", 900))[:70])), "javascript"},
		{"an object stream packed in a way of its own", write(catalog, tree, page, stream(objStm("/Filter/DCTDecode"), inside)), "object_stream"},
		{"a script in an object hidden in a stream's data", write(catalog, tree, page, stream("/Length 99", "7 0 obj <</S/JavaScript/JS(x)>> endobj")), "javascript"},
		{"a script in an object that does not end", write(catalog, tree, page, "<</A<</B[<</S /JavaScript"), "javascript"},
		{"a script's name in escapes", write(catalog, tree, "<</Type/Page/AA<</O<</#53/J#61vaScript>>>>>>"), "javascript"},
		{"a script behind a comment", write(catalog, tree, "<</Type/Page/A%\n<</S%x\n/JavaScript>>>>"), "javascript"},
		{"a link that is a script", write(catalog, tree, "<</A<</S/URI/URI(JavaScript:alert\\(1\\))>>>>"), "javascript"},
		{"a link that is a script in escapes", write(catalog, tree, "<</A<</S/URI/URI(\\152ava\\\nscrip\\t\tt:x)>>>>"), "javascript"},
		{"a link that is a script in digits", write(catalog, tree, "<</A<</S/URI/URI<6A 6176617363726970743A>>>>>"), "javascript"},
		{"a link that is a script elsewhere", write(catalog, tree, "<</A<</S/URI/URI 4 0 R>>>>", "(vbscript:x)"), "javascript"},
		{"a link that names one", write(catalog, tree, "<</Type/Page/A<</S/URI/URI(https://a.b/javascript:x)>>>>"), ""},
		{"a program to start by a click", write(catalog, tree, "<</Type/Page/Annots[<</A<</S/Launch/F(a.exe)>>>>]>>"), "launch"},
		{"a form that sends itself", write(catalog, tree, "<</A<</S/SubmitForm/F(https://a.b)>>>>"), "submit"},
		{"a page of the web that opens by itself", write("<</Type/Catalog/Pages 2 0 R/OpenAction<</S/URI/URI(https://a.b)>>>>", tree, page), "open_action"},
		{"the same behind two references", write("<</Type/Catalog/Pages 2 0 R/AA 4 0 R>>", tree, page, "<</WC 5 0 R>>", "<</S/GoTo/Next 6 0 R>>", "<</S/URI/URI(https://a.b)>>"), "open_action"},
		{"a file as an attachment", write(catalog, tree, "<</Annots[<</Subtype/FileAttachment>>]>>"), "embedded_file"},
		{"an embedded file", write(catalog, tree, page, stream("/Type/EmbeddedFile", "x")), "embedded_file"},
		{"a form of the other kind", write("<</Type/Catalog/Pages 2 0 R/AcroForm<</XFA 4 0 R>>>>", tree, page), "xfa"},
		{"a video with a program", write(catalog, tree, "<</Annots[<</Subtype/RichMedia>>]>>"), "rich_media"},
		{"a film", write(catalog, tree, "<</Annots[<</Subtype/Movie/Movie<</F(a.avi)>>>>]>>"), "media"},
		{"a film that plays by a click", write(catalog, tree, "<</Annots[<</Subtype/Link/A<</S/Rendition/OP 0>>>>]>>"), "media"},
		{"a screen for films", write(catalog, tree, "<</Annots[<</Subtype/Screen>>]>>"), "media"},
		{"a sound", write(catalog, tree, "<</Annots[<</Subtype/Sound/Sound 4 0 R>>]>>"), "media"},
		{"a stream whose data is another file's", write(catalog, tree, page, stream("/F(/etc/passwd)", "")), "external"},
		{"the same by an object", write(catalog, tree, page, stream("/F 5 0 R", ""), "<</Type/Filespec/F(a)>>"), "external"},
		{"the same by its filter", write(catalog, tree, page, stream("/FFilter/FlateDecode", "")), "external"},
		{"a form that stands in for a page elsewhere", write(catalog, tree, page, stream("/Subtype/Form/Ref<</F(b.pdf)/Page 0>>", "")), "external"},
		{"a picture that stands in for one elsewhere", write(catalog, tree, page, stream("/Subtype/Image/Width 1/Height 1/OPI<</2.0<</F(a.tif)>>>>", "x")), "external"},
		{"a filter under its short name", write(catalog, tree, page, stream("/F/FlateDecode", deflate("BT ET"))), ""},
		{"an annotation with flags", write(catalog, tree, "<</Type/Page/Annots[<</Subtype/Link/F 4>>]>>"), ""},
		{"a picture of 40,000 by 40,000", write(catalog, tree, page, stream("/Subtype/Image/Width 40000/Height 40000", "x")), "bomb"},
		{"a pattern of thousandths", write(catalog, tree, page, stream("/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 1 1]/XStep .001/YStep -0.001", "0 0 1 1 re f")), "bomb"},
		{"a pattern that its matrix makes small", write(catalog, tree, page, stream("/PatternType 1/BBox[0 0 1 1]/XStep 1/YStep 1/Matrix [ .001 0 0 .001 5 5 ]", "0 0 1 1 re f")), "bomb"},
		{"a pattern of an eighth of a point", write(catalog, tree, page, stream("/PatternType 1/BBox[0 0 1 1]/XStep 0.125/YStep 0.125", "0 0 1 1 re f")), ""},
		{"a unit square that its matrix makes large", write(catalog, tree, page, stream("/PatternType 1/BBox[0 0 1 1]/XStep .01/YStep .01/Matrix[500 0 0 500 0 0]", "0 0 1 1 re f")), ""},
		{"a form of small steps", write(catalog, tree, page, stream("/Subtype/Form/XStep .001/YStep .001", "0 0 1 1 re f")), ""},
		{"a catalog in the trailer", []byte("%PDF-1.4\ntrailer <</Root<</Type/Catalog/OpenAction<</S/Launch>>>>>>"), "launch"},

		{"a second PDF behind it", append(write(catalog, tree, page), write(catalog, tree, page)...), "polyglot"},
		{"a page of the web before it", append([]byte("<html>"), write(catalog, tree, page)...), "polyglot"},
		{"a shell script before it", append([]byte("#!/bin/sh\n"), write(catalog, tree, page)...), "polyglot"},
		{"a program behind it", append(write(catalog, tree, page), "\x7fELF\x02"...), "polyglot"},
		{"a script behind it", append(write(catalog, tree, page), "  <SCRIPT>1</SCRIPT>"...), "polyglot"},
		{"a GIF before it", append([]byte("GIF89a\x01\x00\x01\x00"), write(catalog, tree, page)...), "polyglot"},
		{"a film before it", append([]byte("\x00\x00\x00\x20ftypisom"), write(catalog, tree, page)...), "polyglot"},
		{"a sound before it", append([]byte("RIFF\x24\x00\x00\x00WAVE"), write(catalog, tree, page)...), "polyglot"},
		{"an empty line before it", append([]byte("\r\n\r\n"), write(catalog, tree, page)...), ""},
		{"zeros behind it", append(write(catalog, tree, page), make([]byte, 4096)...), ""},
		{"a later revision behind it", append(write(catalog, tree, page), "3 0 obj<</Type/Page/Rotate 90>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF"...), ""},
	} {
		v := Examine(c.file)
		switch {
		case v.Reason != c.want, v.Blocked != (c.want != ""):
			t.Errorf("%s: got %+v, want reason %q", c.name, v, c.want)
		case c.want == "" && v.Pages != 1:
			t.Errorf("%s: counted %d pages", c.name, v.Pages)
		}
	}
}

func TestBombsCostLittle(t *testing.T) {
	zeros := strings.Repeat("\x00", 16<<20)
	once := deflate(zeros)
	many := make([]string, 40)
	for i := range many {
		many[i] = stream("/Type/ObjStm/N 1/First 4/Filter/FlateDecode", once)
	}
	for name, file := range map[string][]byte{
		"object streams that grow together": write(many...),
		"one packed twice":                  write(stream("/Type/ObjStm/N 1/First 4/Filter[/FlateDecode/FlateDecode]", deflate(deflate(strings.Repeat(zeros, 5))))),
		"brackets without end":              append([]byte("%PDF-1.4\n1 0 obj "), bytes.Repeat([]byte("["), 1<<20)...),
	} {
		if v := Examine(file); !v.Blocked {
			t.Errorf("%s: let through", name)
		}
	}
}

func TestProtectedFilesAreOpenedWhereNoPasswordIsNeeded(t *testing.T) {
	for name, want := range map[string]Verdict{
		"encrypted-user.pdf":           {Format: "pdf", Encrypted: true, Pages: 1},
		"encrypted-owner.pdf":          {Format: "pdf", Encrypted: true, Pages: 1},
		"encrypted-javascript.pdf":     {Format: "pdf", Encrypted: true, Blocked: true, Reason: "javascript"},
		"javascript-object-stream.pdf": {Format: "pdf", Blocked: true, Reason: "javascript"},
	} {
		file, err := os.ReadFile("testdata/" + name)
		if err != nil {
			t.Fatal(err)
		}
		if got := Examine(file); got != want {
			t.Errorf("%s: got %+v, want %+v", name, got, want)
		}
	}
}
