package tesseract

import "unsafe"

// kept holds the few constant strings given to the library, so that the
// addresses stay good for as long as it may look at them.
var kept = map[string][]byte{}

// text is the address of a zero-terminated copy of s. The strings are settings,
// of which there is a handful.
func text(s string) uintptr {
	b, ok := kept[s]
	if !ok {
		b = append([]byte(s), 0)
		kept[s] = b
	}
	return uintptr(unsafe.Pointer(&b[0]))
}

// goString copies a zero-terminated string of the library.
func goString(address uintptr) string {
	if address == 0 {
		return ""
	}
	p := *(*unsafe.Pointer)(unsafe.Pointer(&address))
	n := 0
	for *(*byte)(unsafe.Add(p, n)) != 0 {
		n++
	}
	return string(unsafe.Slice((*byte)(p), n))
}
