package screen

import (
	"bufio"
	"bytes"
	clzw "compress/lzw"
	"compress/zlib"
	"encoding/ascii85"
	"io"

	"golang.org/x/image/tiff/lzw"
)

const (
	// maxInflated bounds one stream: the content of the densest page is some megabytes.
	maxInflated = 128 << 20
	// maxTwice bounds a stream that is packed more than once, which nobody needs.
	maxTwice = 16 << 20
	// maxMeasured bounds all that is unpacked to look for bombs in one file.
	maxMeasured = 512 << 20
)

// inflater unpacks streams, one at a time.
type inflater struct {
	packed   bytes.Reader
	zlib     io.Reader
	spent    int64 // on object streams
	measured int64 // of other streams
	buffers  [2]bytes.Buffer
	copying  [32 << 10]byte
}

// growth is how many times larger than its input a filter's output can be; 0
// for those that do not grow, or whose output is a picture of a declared size.
func growth(filter string) int {
	switch filter {
	case "FlateDecode", "Fl":
		return 1032 // 258 bytes for two bits
	case "LZWDecode", "LZW":
		return 2560 // the longest of 4,096 strings, 3,839 bytes, for twelve bits
	case "RunLengthDecode", "RL":
		return 64 // 128 bytes for two
	case "BrotliDecode":
		return maxInflated // no bound that helps
	}
	return 0
}

// check looks for a bomb in a stream that is no object stream. One pass over
// few bytes cannot make one; a picture's size is declared.
func (p *pdf) check(f *facts, filters []string, data []byte) error {
	if f.subtype == "Image" {
		return nil // paintings counts its pixels, which may stand elsewhere
	}
	stages, most := 0, 0
	for _, filter := range filters {
		if g := growth(filter); g > 0 {
			stages++
			most = max(most, g)
		}
	}
	switch {
	case stages == 0, stages == 1 && len(data) <= maxInflated/most:
		return nil
	case stages > 1:
		return p.measure(io.Discard, data, filters, maxTwice)
	}
	return p.measure(io.Discard, data, filters, maxInflated)
}

// measure unpacks without keeping anything but what the writer keeps.
func (p *pdf) measure(to io.Writer, data []byte, filters []string, limit int64) error {
	if err := p.work(unpackWork); err != nil {
		return err
	}
	for _, early := range []bool{true, false} {
		n, err := p.inflate.unpackedSize(to, data, filters, limit, early)
		if err != nil {
			return err
		}
		if p.inflate.measured += n; n > limit || p.inflate.measured > maxMeasured {
			return refusal("bomb")
		}
		if !hasLZW(filters) {
			return nil // there is but one way to read it
		}
	}
	return nil
}

func hasLZW(filters []string) bool {
	for _, f := range filters {
		if f == "LZW" || f == "LZWDecode" {
			return true
		}
	}
	return false
}

// unpackedSize writes what comes out of a chain of filters and counts it, up to a limit that
// holds for each of them. early is LZW's EarlyChange.
func (in *inflater) unpackedSize(to io.Writer, data []byte, filters []string, limit int64, early bool) (int64, error) {
	var over bool
	var r io.Reader = bytes.NewReader(data)
	for i, filter := range filters {
		var next io.Reader
		switch filter {
		case "FlateDecode", "Fl":
			inflated, err := in.inflated(r, i == 0)
			if err != nil {
				next = bytes.NewReader(nil) // damaged: nothing comes out
				break
			}
			next = inflated
		case "LZWDecode", "LZW":
			if next = clzw.NewReader(r, clzw.MSB, 8); early {
				next = lzw.NewReader(r, lzw.MSB, 8)
			}
		case "RunLengthDecode", "RL":
			next = &runLength{in: bufio.NewReader(r)}
		case "ASCIIHexDecode", "AHx":
			next = hexReader(r)
		case "ASCII85Decode", "A85":
			if i == 0 {
				r = bytes.NewReader(ascii85Text(data))
			}
			next = ascii85.NewDecoder(r)
		default:
			if growth(filter) > 0 {
				return 0, refusal("bomb")
			}
			continue // pictures; Crypt is the identity where it stands alone
		}
		r = &bounded{next, limit, &over}
	}
	n, _ := io.CopyBuffer(to, r, in.copying[:]) // how it ends does not matter, only how long it is
	if over {
		n = limit + 1
	}
	return n, nil
}

// inflated unpacks a stream by the reader that is kept, where nobody else of the chain has it.
func (in *inflater) inflated(r io.Reader, kept bool) (io.Reader, error) {
	if !kept || in.zlib == nil {
		fresh, err := zlib.NewReader(r)
		if err == nil && kept {
			in.zlib = fresh
		}
		return fresh, err
	}
	return in.zlib, in.zlib.(zlib.Resetter).Reset(r, nil)
}

// bounded ends a stage of a chain that is over its limit, and tells.
type bounded struct {
	in   io.Reader
	left int64
	over *bool
}

func (b *bounded) Read(p []byte) (int, error) {
	if b.left < 0 {
		*b.over = true
		return 0, io.EOF
	}
	n, err := b.in.Read(p[:min(int64(len(p)), b.left+1)])
	b.left -= int64(n)
	return n, err
}

// hexReader undoes ASCIIHexDecode: what is no digit is stepped over, > ends it.
func hexReader(r io.Reader) io.Reader { return &hexDigits{in: bufio.NewReader(r)} }

type hexDigits struct {
	in   io.ByteReader
	done bool
}

func (h *hexDigits) Read(p []byte) (n int, err error) {
	for n < len(p) && !h.done {
		high := h.digit()
		if high < 0 {
			break
		}
		low := h.digit() // a missing one counts as 0
		p[n] = byte(high<<4 | max(low, 0))
		n++
	}
	if n == 0 && len(p) > 0 {
		return 0, io.EOF
	}
	return n, nil
}

// digit is the next one, -1 at the end.
func (h *hexDigits) digit() int {
	for !h.done {
		c, err := h.in.ReadByte()
		if h.done = err != nil || c == '>'; h.done {
			break
		}
		if digit := hexDigit(c); digit >= 0 {
			return digit
		}
	}
	return -1
}

// ascii85Text is what stands between the marks of ASCII85Decode.
func ascii85Text(data []byte) []byte {
	text, _, _ := bytes.Cut(bytes.TrimPrefix(bytes.TrimSpace(data), []byte("<~")), []byte("~>"))
	return text
}

// runLength undoes RunLengthDecode.
type runLength struct {
	in      *bufio.Reader
	left    int // of the run or the stretch under way
	literal bool
	value   byte
}

func (r *runLength) Read(p []byte) (n int, err error) {
	for n < len(p) {
		if r.left == 0 {
			length, err := r.in.ReadByte()
			if err != nil || length == 128 { // the end
				break
			}
			if r.literal = length < 128; r.literal {
				r.left = int(length) + 1
			} else {
				r.left = 257 - int(length)
				if r.value, err = r.in.ReadByte(); err != nil {
					break
				}
			}
		}
		if r.literal {
			if r.value, err = r.in.ReadByte(); err != nil {
				break
			}
		}
		p[n] = r.value
		n++
		r.left--
	}
	if n == 0 && len(p) > 0 {
		return 0, io.EOF
	}
	return n, nil
}
