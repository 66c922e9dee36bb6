package event

import (
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

	"github.com/linkedin/goavro/v2"
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

// A build that knows less or more than the writer must still read it.
func TestProjectionOntoAnotherVersion(t *testing.T) {
	const newer = `{"type":"record","name":"BodyReference","namespace":"lavra","doc":"x","fields":[
		{"name":"size","type":"int"},{"name":"added","type":["null",{"type":"array","items":"string"}],"default":null},
		{"name":"uri","type":"string"},{"name":"sha256","type":["null","string"]}]}`
	codec, err := goavro.NewCodec(newer)
	if err != nil {
		t.Fatal(err)
	}
	data, err := codec.BinaryFromNative(nil, map[string]any{"size": int32(7), "added": map[string]any{"array": []any{"a"}},
		"uri": "u", "sha256": map[string]any{"string": "s"}})
	if err != nil {
		t.Fatal(err)
	}
	var out BodyReference
	if err := Decode(newer, data, &out); err != nil {
		t.Fatal(err)
	}
	if want := (BodyReference{"u", "s", 7}); out != want {
		t.Errorf("got %+v, want %+v", out, want)
	}

	const older = `{"type":"record","name":"BodyReference","namespace":"lavra","doc":"x","fields":[{"name":"uri","type":"string"}]}`
	if codec, err = goavro.NewCodec(older); err != nil {
		t.Fatal(err)
	}
	if data, err = codec.BinaryFromNative(nil, map[string]any{"uri": "u"}); err != nil {
		t.Fatal(err)
	}
	if err := Decode(older, data, &out); err != nil || out != (BodyReference{URI: "u"}) {
		t.Errorf("got %+v, %v", out, err)
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
