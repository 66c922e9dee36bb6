package chdb

import (
	"errors"
	"unsafe"
)

// Statistics are what a statement reports about its work.
type Statistics struct {
	RowsRead, BytesRead, RowsWritten, BytesWritten uint64
	Seconds                                        float64
}

func (l *Library) statisticsOf(result handle) Statistics {
	return Statistics{
		RowsRead: l.resultRowsRead(result), BytesRead: l.resultBytesRead(result),
		RowsWritten: l.resultRowsWritten(result), BytesWritten: l.resultBytesWritten(result),
		Seconds: l.resultElapsed(result),
	}
}

// errorOf returns the engine's own text, "Code: N. DB::Exception: ...".
func (l *Library) errorOf(result handle) error {
	if text := goString(l.resultError(result)); text != "" {
		return errors.New(text)
	}
	return nil
}

// bytesOf is the library's memory: valid until the result is destroyed.
func (l *Library) bytesOf(result handle) []byte {
	n := l.resultLength(result)
	if n == 0 {
		return nil
	}
	return unsafe.Slice(l.resultBuffer(result), n)
}

// packed is parameters as the four parallel arrays the library takes.
type packed struct {
	names, values             []*byte
	nameLengths, valueLengths []uintptr
}

func pack(parameters Parameters) packed {
	var p packed
	for name, value := range parameters {
		p.names, p.nameLengths = append(p.names, bytePointer(name)), append(p.nameLengths, uintptr(len(name)))
		p.values, p.valueLengths = append(p.values, bytePointer(value)), append(p.valueLengths, uintptr(len(value)))
	}
	return p
}

func first[T any](array []T) *T {
	if len(array) == 0 {
		return nil
	}
	return &array[0]
}

func cString(s string) *byte { return unsafe.SliceData(append([]byte(s), 0)) }

// bytePointer is for texts that go with their length. The library wants a valid
// pointer also for an empty one.
func bytePointer(s string) *byte {
	if s == "" {
		return cString("")
	}
	return unsafe.StringData(s)
}

func goString(text *byte) string {
	if text == nil {
		return ""
	}
	n := 0
	for *(*byte)(unsafe.Add(unsafe.Pointer(text), n)) != 0 {
		n++
	}
	return string(unsafe.Slice(text, n))
}
