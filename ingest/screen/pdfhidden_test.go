package screen

import (
	"bytes"
	"compress/lzw"
	"encoding/ascii85"
	"encoding/hex"
	"fmt"
	"strings"
	"testing"
	"time"
)

// packedObjects is an object stream's data with one object, number 10, and the
// entries of the stream's dictionary that go with it.
func packedObjects(object string) (data, dict string) {
	const index = "10 0 "
	return index + object, fmt.Sprintf("/Type/ObjStm/N 1/First %d", len(index))
}

func base85(data string) string {
	var b bytes.Buffer
	w := ascii85.NewEncoder(&b)
	w.Write([]byte(data))
	w.Close()
	return b.String() + "~>"
}

// Ways to show a script to some reader and to hide it from the screen.
func TestScriptsAreHardToHide(t *testing.T) {
	const script = "<</S/JavaScript/JS(app.alert\\(1\\))>>"
	data, dict := packedObjects(script)
	flate := deflate(data)
	lzwData := func() string {
		var b bytes.Buffer
		w := lzw.NewWriter(&b, lzw.MSB, 8)
		w.Write([]byte(data))
		w.Close()
		return b.String()
	}()
	for name, objects := range map[string][]string{
		"filter of the object stream is an object":            {stream(dict+"/Filter 5 0 R", flate), "/FlateDecode"},
		"filters of the object stream hold a reference":       {stream(dict+"/Filter[5 0 R]", flate), "/FlateDecode"},
		"count of the object stream is an object":             {stream("/Type/ObjStm/N 5 0 R/First 5/Filter/FlateDecode", flate), "1"},
		"start in the object stream is an object":             {stream("/Type/ObjStm/N 1/First 5 0 R/Filter/FlateDecode", flate), "5"},
		"parameters of the object stream are an object":       {stream(dict+"/Filter/FlateDecode/DecodeParms 5 0 R", flate), "<</Predictor 12>>"},
		"another array names a filter":                        {stream(dict+"/X[/ASCIIHexDecode]/Filter/FlateDecode", flate)},
		"two filters are given":                               {stream(dict+"/Filter/FlateDecode/Filter/ASCIIHexDecode", flate)},
		"filters have short names":                            {stream(dict+"/Filter[/AHx/Fl]", hex.EncodeToString([]byte(flate))+">")},
		"filters are of the text kind":                        {stream(dict+"/Filter[/A85/Fl]", base85(flate))},
		"the object stream is packed in a way of old":         {stream(dict+"/Filter/LZWDecode", lzwData)},
		"an object that is no parameter names a predictor":    {stream(dict+"/X<</Predictor 12/Columns 4>>/Filter/FlateDecode", flate)},
		"an object stream starts at 0 and has no type":        {stream("/N 1/First 0/Filter/FlateDecode", deflate("10 5 "+script))},
		"the object stream's list begins with words":          {stream("/Type/ObjStm/N 2/First 9/Filter/FlateDecode", deflate("x y 10 0 "+script))},
		"blanks stand behind the word stream":                 {"<<" + dict + "/Filter/FlateDecode>>\nstream  \n" + flate + "\nendstream"},
		"a word stands behind the word stream":                {"<<" + dict + "/Filter/FlateDecode>>\nstream x\r" + flate + "\nendstream"},
		"the word stream stands in the dictionary":            {"<<" + "/X 1 stream " + dict + "/Filter/FlateDecode>>\nstream\n" + flate + "\nendstream"},
		"the word stream ends a dictionary that is not ended": {"<<" + dict + "/Filter/FlateDecode\nstream\n" + flate + "\nendstream"},
		"the word obj stands in the dictionary":               {"<</X 1 obj /Y" + script + ">>"},
		"the word trailer stands in the dictionary":           {"<</X 1 trailer /Y" + script + ">>"},
		"the word obj stands in an array":                     {"[1 0 obj " + script + "]"},
		"an action's kind is an object":                       {"<</S 5 0 R/F(a.exe)>>", "/Launch"},
		"an action's kind is two objects away":                {"<</S 5 0 R/F(a.exe)>>", "6 0 R", "/#4caunch"},
		"an attachment's kind is an object":                   {"<</Subtype 5 0 R>>", "/FileAttachment"},
		"a model in space runs it":                            {"<</Subtype/U3D/OnInstantiate 5 0 R>>", "null"},
	} {
		if v := Examine(write(append([]string{catalog, tree, page}, objects...)...)); !v.Blocked {
			t.Errorf("%s: let through: %+v", name, v)
		}
	}
	// An action that starts by itself, in an object whose number is hard to make out.
	file := strings.Replace(string(write("<</Type/Catalog/Pages 2 0 R/OpenAction 4 0 R>>", tree, page, "<</S/URI/URI(https://a.b)>>")), "4 0 obj", "4 0%\nobj", 1)
	if v := Examine([]byte(file)); v.Reason != "open_action" {
		t.Errorf("a comment before the word obj: %+v", v)
	}
}

func TestOrdinaryObjectStreamsAreLetThrough(t *testing.T) {
	data, dict := packedObjects("<</S/URI/URI(https://a.b)>>")
	for name, object := range map[string]string{
		"deflated":            stream(dict+"/Filter/FlateDecode", deflate(data)),
		"in a list":           stream(dict+"/Filter[/FlateDecode]/DecodeParms[null]", deflate(data)),
		"not packed":          stream(dict, data),
		"as text":             stream(dict+"/Filter[/ASCII85Decode/FlateDecode]", base85(deflate(data))),
		"with no predictor":   stream(dict+"/Filter/FlateDecode/DecodeParms<</Predictor 1>>", deflate(data)),
		"a page's own stream": stream("/Filter 5 0 R", deflate("BT ET")),
	} {
		if v := Examine(write(catalog, tree, page, object, "/FlateDecode")); v.Blocked || v.Pages != 1 {
			t.Errorf("%s: %+v", name, v)
		}
	}
}

func TestBombsInEveryFilter(t *testing.T) {
	zeros := strings.Repeat("\x00", 130<<20)
	once := deflate(zeros)
	var packed bytes.Buffer
	w := lzw.NewWriter(&packed, lzw.MSB, 8)
	w.Write([]byte(zeros))
	w.Close()
	runs := strings.Repeat("\x81\x00", 130<<20/128)
	spaces := deflate(strings.Repeat(" ", 20<<20)) // which the next filter leaves out
	for name, object := range map[string]string{
		"deflated":                       stream("/Filter/FlateDecode", once),
		"by a short name":                stream("/Filter[/Fl]", once),
		"as hexadecimal text":            stream("/Filter[/ASCIIHexDecode/FlateDecode]", hex.EncodeToString([]byte(once))+">"),
		"as text of 85 characters":       stream("/Filter[/ASCII85Decode/FlateDecode]", base85(once)),
		"LZW":                            stream("/Filter/LZWDecode/DecodeParms<</EarlyChange 0>>", packed.String()),
		"runs":                           stream("/Filter/RunLengthDecode", runs),
		"twice":                          stream("/Filter[/FlateDecode/FlateDecode]", deflate(once)),
		"twice, as text":                 stream("/Filter[/A85/Fl/Fl]", base85(deflate(once))),
		"runs, deflated":                 stream("/Filter[/FlateDecode/RunLengthDecode]", deflate(runs)),
		"large between two filters only": stream("/Filter[/FlateDecode/ASCIIHexDecode/FlateDecode]", spaces),
		"filters in an object":           stream("/Filter 5 0 R", deflate(once)),
	} {
		if v := Examine(write(catalog, tree, page, object, "[/FlateDecode/FlateDecode]")); v.Reason != "bomb" {
			t.Errorf("%s: %+v", name, v)
		}
	}
}

// Files of some megabytes that ask for the same work again and again.
func TestWorkIsBounded(t *testing.T) {
	repeat := func(s string, size int) []byte {
		return append([]byte("%PDF-1.7\n"), strings.Repeat(s, size/len(s))...)
	}
	const size = 1 << 20
	var numbered bytes.Buffer
	numbered.WriteString("%PDF-1.7\n")
	for i := 0; numbered.Len() < 20<<20; i++ {
		fmt.Fprintf(&numbered, "%d obj", i)
	}
	for name, file := range map[string][]byte{
		"streams without an end":            repeat("1 0 obj<</Filter/FlateDecode>>stream ", size),
		"streams with one end":              append(repeat("1 0 obj<</Filter/FlateDecode>>stream ", size), "endstream"...),
		"strings without an end":            repeat("1 0 obj(", size),
		"hexadecimal strings without end":   repeat("1 0 obj<", size),
		"comments without an end":           repeat("1 0 obj%", size),
		"dictionaries without an end":       repeat("1 0 obj<<", size),
		"object streams that are not ended": repeat("1 0 obj<</Type/ObjStm/N 9/First 9/Filter/AHx>>stream ", size),
		"object streams that are the file":  repeat("1 0 obj<</Type/ObjStm/N 99/First 9>>stream\n1 0 2 0 3 0 4 0", size),
		"ends of the file":                  repeat("%%EOF ", size),
		"numbers":                           numbered.Bytes(),
	} {
		started := time.Now()
		v := Examine(file)
		if took := time.Since(started); took > 10*time.Second { // two on an idle machine
			t.Errorf("%s: %+v after %s", name, v, took)
		}
	}
}
