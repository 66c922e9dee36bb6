package screen

import (
	"bytes"
	"compress/zlib"
	"encoding/ascii85"
	"errors"
	"io"
)

// maxObjectBytes bounds all object streams of a file together.
const maxObjectBytes = 64 << 20

// endFinder finds the ends of streams. It remembers the last one, so that
// streams without an end of their own are not looked through again and again.
type endFinder struct {
	file     []byte
	from, to int // from here on, the next end is there
}

// after is where the first end of a stream stands at or behind a place.
func (e *endFinder) after(at int) int {
	if at < e.from || at > e.to || e.to == 0 {
		e.from, e.to = at, len(e.file)
		if end := bytes.Index(e.file[at:], []byte("endstream")); end >= 0 {
			e.to = at + end
		}
	}
	return e.to
}

// objectStream looks at the objects inside a stream. Those of a secured file
// are unreadable here; openSecured sees them.
func (p *pdf) objectStream(f *facts, data []byte) error {
	if f.packing.unclear || f.packing.predictor > 1 && (f.packing.predictor < 10 || len(f.packing.filters) != 1) {
		return refusal("object_stream")
	}
	if err := p.work(unpackWork); err != nil {
		return err
	}
	objects, err := p.inflate.objects(f.packing.filters, data)
	switch {
	case errors.Is(err, errFilter):
		return refusal("object_stream")
	case err != nil:
		return err
	}
	if err := p.inside(f, objects); err != nil || f.packing.predictor <= 1 {
		return err
	}
	return p.inside(f, unpredict(objects, f.packing.columns))
}

// inside looks at the objects that an object stream's own list names.
func (p *pdf) inside(f *facts, objects []byte) error {
	index := &object{pdf: p, data: objects}
	for range f.packing.count {
		key, err := index.next()
		if err != nil {
			return err
		}
		offset, err := index.next()
		if err != nil {
			return err
		}
		if key.kind == end {
			return nil
		}
		at := f.packing.first + offset.number
		if offset.kind != number || at < 0 || at >= len(objects) {
			continue // damaged, or secured
		}
		if err := p.define(key.number, place{data: objects, at: at, inside: true}); err != nil {
			return err
		}
	}
	return nil
}

var errFilter = errors.New("filter not known for object streams")

// objects unpacks an object stream. Readers use what came before a fault, so
// that counts too; a stream that is packed in a way no writer uses is refused.
func (in *inflater) objects(filters []string, data []byte) ([]byte, error) {
	for i, filter := range filters {
		out := &in.buffers[i%2]
		out.Reset()
		var err error
		switch filter {
		case "FlateDecode", "Fl":
			err = in.unpack(out, data)
		case "ASCIIHexDecode", "AHx":
			err = in.spend(out, hexReader(bytes.NewReader(data)))
		case "ASCII85Decode", "A85":
			err = in.spend(out, ascii85.NewDecoder(bytes.NewReader(ascii85Text(data))))
		default:
			return nil, errFilter
		}
		var blocked refusal
		if errors.As(err, &blocked) {
			return nil, err
		}
		data = out.Bytes()
	}
	if len(filters) == 0 {
		return data, nil
	}
	return bytes.Clone(data), nil // the objects are looked at again when the buffers hold others
}

func (in *inflater) unpack(out *bytes.Buffer, data []byte) error {
	in.packed.Reset(data)
	var err error
	if in.zlib == nil {
		in.zlib, err = zlib.NewReader(&in.packed)
	} else {
		err = in.zlib.(zlib.Resetter).Reset(&in.packed, nil)
	}
	if err != nil {
		in.zlib = nil
		return err
	}
	return in.spend(out, in.zlib)
}

// spend reads to the end, within what object streams may hold together.
func (in *inflater) spend(out *bytes.Buffer, r io.Reader) error {
	n, err := io.Copy(out, io.LimitReader(r, maxObjectBytes-in.spent+1))
	if in.spent += n; in.spent > maxObjectBytes {
		return refusal("bomb")
	}
	return err
}

// unpredict undoes PNG's row filters over bytes.
func unpredict(data []byte, columns int) []byte {
	columns = min(max(columns, 1), len(data))
	out := make([]byte, 0, len(data))
	above := make([]byte, columns)
	for len(data) > 0 {
		row := data[1:min(len(data), 1+columns)]
		kind := data[0]
		data = data[1+len(row):]
		start := len(out)
		for i, b := range row {
			var left, corner byte
			if i > 0 {
				left, corner = out[start+i-1], above[i-1]
			}
			switch kind {
			case 1:
				b += left
			case 2:
				b += above[i]
			case 3:
				b += byte((int(left) + int(above[i])) / 2)
			case 4:
				b += paeth(int(left), int(above[i]), int(corner))
			}
			out = append(out, b)
		}
		copy(above, out[start:])
	}
	return out
}

func paeth(left, above, corner int) byte {
	guess := left + above - corner
	distance := func(v int) int { return max(guess-v, v-guess) }
	switch {
	case distance(left) <= distance(above) && distance(left) <= distance(corner):
		return byte(left)
	case distance(above) <= distance(corner):
		return byte(above)
	}
	return byte(corner)
}
