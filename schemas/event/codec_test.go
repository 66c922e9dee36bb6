package event

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"testing"
	"time"

	twmb "github.com/twmb/avro"

	"lavra.dev/schemas/avro"
)

var update = flag.Bool("update", false, "write golden files that are missing; existing ones are never changed")

// fill sets every field to a value of its own, so that a field that is lost or
// swapped is seen.
func fill(v reflect.Value, n *int) {
	*n++
	switch v.Kind() {
	case reflect.String:
		v.SetString(fmt.Sprintf("é%d", *n))
	case reflect.Int32, reflect.Int64:
		v.SetInt(int64(1000 + *n))
	case reflect.Float64:
		v.SetFloat(float64(*n) / 8)
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(v.Elem(), n)
	case reflect.Slice:
		if v.Type().Elem().Kind() == reflect.Uint8 {
			v.SetBytes([]byte{0, byte(*n), 255})
			return
		}
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		for i := range 2 {
			fill(v.Index(i), n)
		}
	case reflect.Struct:
		if v.Type() == reflect.TypeFor[time.Time]() {
			v.Set(reflect.ValueOf(time.UnixMilli(int64(1_790_000_000_000 + *n)).UTC()))
			return
		}
		for i := range v.NumField() {
			fill(v.Field(i), n)
		}
	}
}

func filled(t reflect.Type) reflect.Value {
	v := reflect.New(t)
	n := 0
	fill(v.Elem(), &n)
	return v
}

func TestEveryEventComesBackAsItWent(t *testing.T) {
	for typ, name := range kinds {
		for _, empty := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s/empty=%v", name, empty), func(t *testing.T) {
				in := reflect.New(typ)
				if !empty {
					in = filled(typ)
				}
				schema, err := SchemaOf(in.Interface())
				if err != nil {
					t.Fatal(err)
				}
				data, err := Encode(nil, in.Interface())
				if err != nil {
					t.Fatal(err)
				}
				out := reflect.New(typ)
				if err := Decode(schema.Text, data, out.Interface()); err != nil {
					t.Fatal(err)
				}
				if !reflect.DeepEqual(in.Interface(), out.Interface()) {
					t.Errorf("wrote %+v\nread  %+v", in.Elem(), out.Elem())
				}
			})
		}
	}
}

func TestEveryVersionStillDecodesItsGoldenBytes(t *testing.T) {
	for typ, name := range kinds {
		for _, version := range avro.Versions(name) {
			t.Run(fmt.Sprintf("%s.v%d", name, version), func(t *testing.T) {
				file := filepath.Join("testdata", fmt.Sprintf("%s.v%d.hex", name, version))
				text, err := os.ReadFile(file)
				if errors.Is(err, os.ErrNotExist) && *update {
					data, err := Encode(nil, filled(typ).Interface())
					if err != nil {
						t.Fatal(err)
					}
					text = []byte(hex.EncodeToString(data) + "\n")
					if err := os.WriteFile(file, text, 0o644); err != nil {
						t.Fatal(err)
					}
				} else if err != nil {
					t.Fatalf("no golden bytes for this version: run with -update: %v", err)
				}
				data, err := hex.DecodeString(strings.TrimSpace(string(text)))
				if err != nil {
					t.Fatal(err)
				}
				schema, err := avro.Schema(name, version)
				if err != nil {
					t.Fatal(err)
				}
				out := reflect.New(typ)
				if err := Decode(schema, data, out.Interface()); err != nil {
					t.Fatal(err)
				}
				versions := avro.Versions(name)
				if version == versions[len(versions)-1] && !reflect.DeepEqual(filled(typ).Interface(), out.Interface()) {
					t.Errorf("golden bytes decode to %+v", out.Elem())
				}
			})
		}
	}
}

// The gate: every version must read what every other version wrote.
func TestSchemasAreFullTransitiveCompatible(t *testing.T) {
	for _, name := range avro.Names() {
		versions := avro.Versions(name)
		for _, a := range versions {
			for _, b := range versions {
				if err := compatible(t, name, a, b); err != nil {
					t.Errorf("%s: version %d cannot read version %d: %v", name, a, b, err)
				}
			}
		}
	}
}

func compatible(t *testing.T, name string, reader, writer int) error {
	t.Helper()
	var parsed [2]*twmb.Schema
	for i, version := range []int{reader, writer} {
		text, err := avro.Schema(name, version)
		if err != nil {
			t.Fatal(err)
		}
		if parsed[i], err = twmb.Parse(text); err != nil {
			t.Fatalf("%s.v%d: %v", name, version, err)
		}
	}
	return twmb.CheckCompatibility(parsed[1], parsed[0])
}

func TestEveryRecordAndSchemaIsDocumentedAndEveryEventHasAType(t *testing.T) {
	known := map[string]bool{}
	for _, name := range kinds {
		known[name] = true
	}
	for _, name := range avro.Names() {
		if !known[name] {
			t.Errorf("schema %s has no Go type", name)
		}
		text, err := avro.Schema(name, avro.Versions(name)[0])
		if err != nil {
			t.Fatal(err)
		}
		if strings.Count(text, `"doc"`) < strings.Count(text, `"type":"record"`) {
			t.Errorf("%s: a record has no doc", name)
		}
	}
}

// Another implementation of Avro reads what this one writes, and the other way round.
func TestAnotherImplementationAgrees(t *testing.T) {
	for typ, name := range kinds {
		t.Run(name, func(t *testing.T) {
			in := filled(typ)
			schema, err := SchemaOf(in.Interface())
			if err != nil {
				t.Fatal(err)
			}
			other, err := twmb.Parse(schema.Text)
			if err != nil {
				t.Fatal(err)
			}
			ours, err := Encode(nil, in.Interface())
			if err != nil {
				t.Fatal(err)
			}
			theirs, err := other.AppendEncode(nil, in.Interface())
			if err != nil || !bytes.Equal(ours, theirs) {
				t.Errorf("we write %x, the other %x, %v", ours, theirs, err)
			}
			out := reflect.New(typ)
			if rest, err := other.Decode(ours, out.Interface()); err != nil || len(rest) > 0 || !reflect.DeepEqual(in.Interface(), out.Interface()) {
				t.Errorf("the other reads %+v, %v", out.Elem(), err)
			}
		})
	}
}

// A build that knows less or more than the writer must still read it.
func TestProjectionOntoAnotherVersion(t *testing.T) {
	for _, c := range []struct {
		name, fields string
		written      map[string]any
		want         BodyReference
	}{
		{"fields in another order, one that is nullable by now", `{"name":"size","type":"int"},{"name":"uri","type":"string"},{"name":"sha256","type":["null","string"]}`,
			map[string]any{"size": 7, "uri": "u", "sha256": "s"}, BodyReference{"u", "s", 7}},
		{"a null where a value is due", `{"name":"size","type":["null","long"]},{"name":"uri","type":"bytes"}`,
			map[string]any{"size": nil, "uri": []byte("u")}, BodyReference{URI: "u"}},
		{"fields that are missing", `{"name":"uri","type":"string"}`, map[string]any{"uri": "u"}, BodyReference{URI: "u"}},
		{"fields of every kind that we do not know", `{"name":"a","type":["null",{"type":"array","items":"string"}]},{"name":"b","type":{"type":"map","values":"double"}},
			{"name":"c","type":{"type":"enum","name":"C","symbols":["x","y"]}},{"name":"d","type":{"type":"fixed","name":"D","size":3}},
			{"name":"e","type":{"type":"array","items":{"type":"record","name":"E","fields":[{"name":"f","type":"boolean"},{"name":"g","type":"float"},{"name":"again","type":"D"}]}}},
			{"name":"uri","type":"string"}`,
			map[string]any{"a": []any{"one"}, "b": map[string]any{"k": 1.5}, "c": "y", "d": [3]byte{1, 2, 3},
				"e": []any{map[string]any{"f": true, "g": float32(2), "again": [3]byte{}}}, "uri": "u"}, BodyReference{URI: "u"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			writer := `{"type":"record","name":"BodyReference","namespace":"lavra","doc":"x","fields":[` + c.fields + `]}`
			other, err := twmb.Parse(writer)
			if err != nil {
				t.Fatal(err)
			}
			data, err := other.AppendEncode(nil, c.written)
			if err != nil {
				t.Fatal(err)
			}
			var out BodyReference
			if err := Decode(writer, data, &out); err != nil || out != c.want {
				t.Errorf("got %+v, %v; want %+v", out, err, c.want)
			}
		})
	}
}

func TestASchemaThatDoesNotGoWithItsTypeIsMalformed(t *testing.T) {
	for name, fields := range map[string]string{
		"a list for a text":    `{"name":"uri","type":{"type":"array","items":"string"}}`,
		"a double for a whole": `{"name":"size","type":"double"}`,
		"an unknown type":      `{"name":"uri","type":"Nothing"}`,
		"one without an end":   `{"name":"next","type":["null","BodyReference"]}`,
	} {
		t.Run(name, func(t *testing.T) {
			writer := `{"type":"record","name":"BodyReference","namespace":"lavra","fields":[` + fields + `]}`
			if err := Decode(writer, nil, &BodyReference{}); !errors.Is(err, ErrMalformed) {
				t.Errorf("got %v, want ErrMalformed", err)
			}
		})
	}
}

func TestBytesThatDoNotFitAreMalformed(t *testing.T) {
	schema, _ := SchemaOf(BodyReference{})
	good, err := Encode(nil, BodyReference{"u", "s", 1})
	if err != nil {
		t.Fatal(err)
	}
	for name, data := range map[string][]byte{
		"empty": {}, "cut off": good[:len(good)-1], "left over": append(good[:len(good):len(good)], 0), "other": []byte("not avro at all"),
	} {
		t.Run(name, func(t *testing.T) {
			if err := Decode(schema.Text, data, &BodyReference{}); !errors.Is(err, ErrMalformed) {
				t.Errorf("got %v, want ErrMalformed", err)
			}
		})
	}
}

// A few bytes that claim an array of two thousand million items must not make
// the reader get the memory for them.
func TestALengthAloneCostsNoMemory(t *testing.T) {
	const writer = `{"type":"record","name":"BodyReference","namespace":"lavra","fields":[{"name":"uri","type":"string"},
		{"name":"more","type":{"type":"array","items":"string"}}]}`
	data := binary.AppendVarint([]byte("\x02u"), math.MaxInt32)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if err := Decode(writer, data, &BodyReference{}); !errors.Is(err, ErrMalformed) {
		t.Errorf("got %v, want ErrMalformed", err)
	}
	runtime.ReadMemStats(&after)
	if spent := after.TotalAlloc - before.TotalAlloc; spent > 64<<20 {
		t.Errorf("%d bytes took %d MiB", len(data), spent>>20)
	}
}

func FuzzDecode(f *testing.F) {
	schema, _ := SchemaOf(Completed{})
	n := 0
	var c Completed
	fill(reflect.ValueOf(&c).Elem(), &n)
	data, err := Encode(nil, c)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(data)
	f.Fuzz(func(t *testing.T, data []byte) {
		var out Completed
		if err := Decode(schema.Text, data, &out); err != nil && !errors.Is(err, ErrMalformed) {
			t.Errorf("error of another class: %v", err)
		}
	})
}

func BenchmarkEncodeDecodeRead(b *testing.B) {
	r := Read{Request: Request{ID: "0192", Account: "a"}, Reading: Reading{Pages: []Page{{Number: 1, Width: 595, Height: 842, Source: "text"}}}}
	for range 60 { // lines of a full page
		r.Reading.Pages[0].Lines = append(r.Reading.Pages[0].Lines, Line{Text: strings.Repeat("palavra ", 7) + "fim", Boxes: make([]byte, 72)})
	}
	schema, _ := SchemaOf(r)
	b.ReportAllocs()
	for b.Loop() {
		data, err := Encode(nil, &r)
		if err != nil {
			b.Fatal(err)
		}
		var out Read
		if err := Decode(schema.Text, data, &out); err != nil {
			b.Fatal(err)
		}
	}
}

// A result as the sink reads it when it catches up.
func BenchmarkDecodeCompleted(b *testing.B) {
	c := Completed{EventID: "e", Request: Request{ID: "0192", Account: "a", AcceptedAt: time.UnixMilli(1790000000000)}, CompletedAt: time.UnixMilli(1790000000000)}
	for i := range 27 {
		name := fmt.Sprintf("campo_%d", i)
		value := fmt.Sprintf("%q", "abcdefghijkl de Souza")
		c.Extraction.Fields = append(c.Extraction.Fields, Field{Name: name, Value: value, Confidence: 0.9, Leaves: []Leaf{
			{Path: "fields." + name, Value: value, Confidence: 0.9, Witnesses: []string{"label"}}}})
		c.Places = append(c.Places, Place{Path: "fields." + name, Value: value, Status: "resolved", Segments: []Segment{
			{Page: 1, Text: value, Box: []float64{0.1, float64(i) / 30, 0.3, 0.01}}}})
		c.Extraction.Markdown += "\n\n" + name + ": " + value
	}
	schema, _ := SchemaOf(c)
	data, err := Encode(nil, c)
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		var out Completed
		if err := Decode(schema.Text, data, &out); err != nil {
			b.Fatal(err)
		}
	}
}
