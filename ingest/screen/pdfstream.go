package screen

import (
	"bytes"
	"compress/zlib"
	"encoding/ascii85"
	"errors"
	"io"
)

const (
	// deflateRatio is the most that one pass of deflate can grow.
	deflateRatio = 1032
	// maxInflated bounds one stream: the content of the densest page is some megabytes.
	maxInflated = 128 << 20
	// maxTwice bounds a stream that is packed more than once, which nobody needs.
	maxTwice = 16 << 20
	// maxMeasured bounds all that is unpacked to look for bombs in one file.
	maxMeasured = 512 << 20
	// maxObjectBytes bounds all object streams of a file together.
	maxObjectBytes = 64 << 20
)

// inflater unpacks streams, one at a time.
type inflater struct {
	packed   bytes.Reader
	zlib     io.Reader
	spent    int64 // on object streams
	measured int64 // of other streams
	buffers  [2]bytes.Buffer
}

func isFilter(name string) bool {
	return grows(name) || name == "ASCIIHexDecode" || name == "ASCII85Decode" || name == "DCTDecode" || name == "JPXDecode" ||
		name == "CCITTFaxDecode" || name == "JBIG2Decode" || name == "Crypt"
}

// grows says whether a filter's output can be many times its input.
func grows(name string) bool {
	switch name {
	case "FlateDecode", "Fl", "LZWDecode", "LZW", "RunLengthDecode", "RL", "BrotliDecode":
		return true
	}
	return false
}

// check looks for a bomb in a stream that is no object stream. One pass over
// few bytes cannot make one; a picture's size is declared.
func (in *inflater) check(f *facts, data []byte) error {
	if f.subtype == "Image" {
		if f.width > 2*maxPixels || f.height > 2*maxPixels || f.width > 0 && f.height > 2*maxPixels/f.width {
			return refusal("bomb")
		}
		return nil
	}
	stages := 0
	for _, filter := range f.filters {
		if grows(filter) {
			stages++
		}
	}
	if stop := bytes.Index(data, []byte("endstream")); stop >= 0 {
		data = data[:stop]
	}
	if stages == 0 || stages == 1 && len(data)*deflateRatio <= maxInflated {
		return nil
	}
	limit := int64(maxInflated)
	if stages > 1 {
		limit = maxTwice
	}
	return in.measure(data, f.filters, limit)
}

// measure unpacks without keeping anything. Only deflate is followed: nothing
// writes two passes of the older filters but to hide something.
func (in *inflater) measure(data []byte, filters []string, limit int64) error {
	var r io.Reader = bytes.NewReader(data)
	for i, filter := range filters {
		switch {
		case filter == "FlateDecode" || filter == "Fl":
			next, err := zlib.NewReader(r)
			if err != nil {
				return nil // damaged
			}
			// What comes out of a stage that another one follows is bounded too.
			r = io.LimitReader(next, limit+1)
		case grows(filter) && i > 0:
			return refusal("bomb")
		default:
			return nil
		}
	}
	n, _ := io.Copy(io.Discard, r) // how it ends does not matter, only how long it is
	if in.measured += n; n > limit || in.measured > maxMeasured {
		return refusal("bomb")
	}
	return nil
}

var errFilter = errors.New("filter not known for object streams")

// objects unpacks an object stream. Readers use what came before a fault, so
// that counts too; a stream that is packed in a way no writer uses is refused.
func (in *inflater) objects(f *facts, data []byte) ([]byte, error) {
	for i, filter := range f.filters {
		out := &in.buffers[i%2]
		out.Reset()
		var err error
		switch filter {
		case "FlateDecode", "Fl":
			err = in.unpack(out, data)
		case "ASCIIHexDecode", "AHx":
			unhex(out, data)
		case "ASCII85Decode", "A85":
			text, _, _ := bytes.Cut(bytes.TrimPrefix(bytes.TrimSpace(data), []byte("<~")), []byte("~>"))
			_, err = io.Copy(out, io.LimitReader(ascii85.NewDecoder(bytes.NewReader(text)), maxObjectBytes))
		default:
			return nil, errFilter
		}
		var blocked refusal
		if errors.As(err, &blocked) {
			return nil, err
		}
		data = out.Bytes()
	}
	if f.predictor >= 10 {
		data = unpredict(data, f.columns)
	} else if f.predictor > 1 {
		return nil, errFilter
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
	n, err := io.Copy(out, io.LimitReader(in.zlib, maxObjectBytes-in.spent+1))
	if in.spent += n; in.spent > maxObjectBytes {
		return refusal("bomb")
	}
	return err
}

func unhex(out *bytes.Buffer, data []byte) {
	high := -1
	for _, c := range data {
		digit := hexDigit(c)
		switch {
		case c == '>':
			return
		case digit < 0:
		case high < 0:
			high = digit
		default:
			out.WriteByte(byte(high<<4 | digit))
			high = -1
		}
	}
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

// objectStream looks at the objects inside a stream. Those of a secured file
// are unreadable here; openSecured sees them.
func (p *pdf) objectStream(f *facts, data []byte) error {
	objects, err := p.inflate.objects(f, data)
	switch {
	case errors.Is(err, errFilter):
		return refusal("object_stream")
	case err != nil:
		return err
	}
	index := &object{pdf: p, data: objects}
	for range f.count {
		key, err := index.next()
		if err != nil {
			return err
		}
		offset, err := index.next()
		if err != nil {
			return err
		}
		at := f.first + offset.number
		if key.kind != number || at < 0 || at >= len(objects) {
			break // damaged, or secured
		}
		if err := p.define(key.number, place{data: objects, at: at, inside: true}); err != nil {
			return err
		}
	}
	return nil
}
