package screen

import (
	"bytes"
	"compress/lzw"
	"encoding/ascii85"
	"encoding/hex"
	"fmt"
	"io"
	"strings"
	"testing"
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

// Each chain makes four of the megabytes of which one is allowed, and is let
// through where eight are.
func TestBombsInEveryFilter(t *testing.T) {
	const allowed = 1 << 20
	zeros := strings.Repeat("\x00", 4*allowed)
	once := deflate(zeros)
	var packed bytes.Buffer
	w := lzw.NewWriter(&packed, lzw.MSB, 8)
	w.Write([]byte(zeros))
	w.Close()
	runs := strings.Repeat("\x81\x00", 4*allowed/128)
	for _, c := range []struct {
		name, filters, data string
	}{
		{"deflated", "FlateDecode", once},
		{"by a short name", "Fl", once},
		{"as hexadecimal text", "ASCIIHexDecode FlateDecode", hex.EncodeToString([]byte(once)) + ">"},
		{"as text of 85 characters", "ASCII85Decode FlateDecode", base85(once)},
		{"LZW", "LZWDecode", packed.String()},
		{"runs", "RunLengthDecode", runs},
		{"twice", "FlateDecode FlateDecode", deflate(once)},
		{"twice, as text", "A85 Fl Fl", base85(deflate(once))},
		{"runs, deflated", "FlateDecode RL", deflate(runs)},
		{"large between two filters only", "FlateDecode ASCIIHexDecode FlateDecode", deflate(strings.Repeat(" ", 4*allowed))},
	} {
		p := &pdf{budget: maxWork}
		if err := p.measure(io.Discard, []byte(c.data), strings.Fields(c.filters), allowed); err != refusal("bomb") {
			t.Errorf("%s: %v", c.name, err)
		}
		if err := p.measure(io.Discard, []byte(c.data), strings.Fields(c.filters), 8*allowed); err != nil {
			t.Errorf("%s, where that is allowed: %v", c.name, err)
		}
	}
}

// What is too large is told from the length of the data, by what each filter
// can make of it.
func TestWhichStreamsAreMeasured(t *testing.T) {
	twice := deflate(deflate(strings.Repeat("\x00", maxTwice+1)))
	for name, c := range map[string]struct {
		stream string
		want   string
	}{
		"little, packed once":      {stream("/Filter/FlateDecode", deflate("BT ET")), ""},
		"too much, packed twice":   {stream("/Filter[/FlateDecode/FlateDecode]", twice), "bomb"},
		"the same, said elsewhere": {stream("/Filter 5 0 R", twice), "bomb"},
		"a filter not known":       {stream("/Filter/BrotliDecode", "xx"), "bomb"},
	} {
		if v := Examine(write(catalog, tree, page, c.stream, "[/FlateDecode/FlateDecode]")); v.Reason != c.want {
			t.Errorf("%s: %+v", name, v)
		}
	}
}

// Small files that ask for the same work again and again.
func TestWorkIsBounded(t *testing.T) {
	repeat := func(s string) []byte { return append([]byte("%PDF-1.7\n"), strings.Repeat(s, 256<<10/len(s))...) }
	for name, c := range map[string]struct {
		file []byte
		want string
	}{
		"strings without an end":           {repeat("1 0 obj("), "bomb"},
		"hexadecimal strings without end":  {repeat("1 0 obj<"), "bomb"},
		"comments without an end":          {repeat("1 0 obj%"), "bomb"},
		"dictionaries without an end":      {repeat("1 0 obj<<"), "bomb"},
		"object streams that are the file": {repeat("1 0 obj<</Type/ObjStm/N 99/First 9>>stream\n1 0 2 0 3 0 4 0"), ""},
		"streams without an end":           {repeat("1 0 obj<</Filter/FlateDecode>>stream "), ""},
		"ends of the file":                 {repeat("%%EOF "), ""},
	} {
		if v := Examine(c.file); v.Reason != c.want {
			t.Errorf("%s: %+v", name, v)
		}
	}
	p := &pdf{file: []byte("null"), budget: maxWork, defined: maxObjects}
	if err := p.define(1, place{data: p.file}); err != refusal("bomb") {
		t.Errorf("one object too many: %v", err)
	}
}

func TestEndsOfStreamsAreFoundOnce(t *testing.T) {
	file := []byte("a endstream b endstream c")
	ends := endFinder{file: file}
	for _, at := range []int{0, 1, 2, 3, 12, 13, 5, 24} {
		want := len(file)
		if next := bytes.Index(file[at:], []byte("endstream")); next >= 0 {
			want = at + next
		}
		if got := ends.after(at); got != want {
			t.Errorf("behind %d: %d, want %d", at, got, want)
		}
	}
}
