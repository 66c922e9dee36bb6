package nearby

import (
	"bufio"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"math"
)

// A model's file is a line of JSON that says what follows, and the vectors: of all pieces, then of each
// type's fields by zone with their base before them. A vector is its unit and a signed byte for each number:
// 700 KB in place of 2.5 MB.
type header struct {
	Dims, Zones, Pieces int
	Types               []typeHeader
}

type typeHeader struct {
	Name   string
	Fields int
}

const steps = math.MaxInt8

// Write writes a model whose types have these names.
func (m *Model) Write(w io.Writer, types []string) error {
	h := header{Dims: Dims, Zones: Zones, Pieces: len(m.Pieces)}
	for _, name := range types {
		h.Types = append(h.Types, typeHeader{name, len(m.Fields[name])})
	}
	b := bufio.NewWriter(w)
	if err := json.NewEncoder(b).Encode(h); err != nil {
		return fmt.Errorf("writing the header of a model: %w", err)
	}
	for i := range m.Pieces {
		writeVector(b, &m.Pieces[i])
	}
	for _, name := range types {
		for _, f := range m.Fields[name] {
			_ = binary.Write(b, binary.LittleEndian, f.Base) // Flush tells of errors
			for z := range f.Zones {
				writeVector(b, &f.Zones[z])
			}
		}
	}
	return b.Flush()
}

func writeVector(b *bufio.Writer, v *Vector) {
	var most float64
	for _, x := range v {
		most = max(most, math.Abs(float64(x)))
	}
	unit := float32(most / steps)
	_ = binary.Write(b, binary.LittleEndian, unit) // Flush tells of errors
	for _, x := range v {
		k := int8(0)
		if unit > 0 {
			k = int8(math.Round(float64(x / unit)))
		}
		_ = b.WriteByte(byte(k))
	}
}

// Read reads a model, and refuses one of other shapes than this program's.
func Read(r io.Reader) (*Model, error) {
	b := bufio.NewReader(r)
	line, err := b.ReadBytes('\n')
	if err != nil {
		return nil, fmt.Errorf("reading the header of a model: %w", err)
	}
	var h header
	if err := json.Unmarshal(line, &h); err != nil {
		return nil, fmt.Errorf("reading the header of a model: %w", err)
	}
	if h.Dims != Dims || h.Zones != Zones || h.Pieces != Buckets {
		return nil, fmt.Errorf("reading a model: it was fitted to other features, fit it again")
	}
	m := &Model{Pieces: make([]Vector, h.Pieces), Fields: map[string][]Field{}}
	d := decoder{r: b}
	for i := range m.Pieces {
		d.vector(&m.Pieces[i])
	}
	for _, t := range h.Types {
		fields := make([]Field, 0, t.Fields)
		for range t.Fields {
			f := Field{Base: d.float()}
			for z := range f.Zones {
				d.vector(&f.Zones[z])
			}
			fields = append(fields, f)
		}
		m.Fields[t.Name] = fields
	}
	return m, d.err
}

// decoder reads numbers until the first error.
type decoder struct {
	r   io.Reader
	err error
}

func (d *decoder) float() (f float32) {
	if d.err == nil {
		d.err = binary.Read(d.r, binary.LittleEndian, &f)
	}
	return f
}

func (d *decoder) vector(v *Vector) {
	unit := d.float()
	var bytes [Dims]byte
	if d.err == nil {
		_, d.err = io.ReadFull(d.r, bytes[:])
	}
	for j, b := range bytes {
		v[j] = unit * float32(int8(b))
	}
}
