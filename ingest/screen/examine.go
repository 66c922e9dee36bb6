package screen

import (
	"bytes"
	"errors"

	"lavra.dev/schemas/event"
)

// refusal ends an examination: the file is blocked for this reason.
type refusal string

func (r refusal) Error() string { return "blocked: " + string(r) }

// errNoFormat ends an examination: the file is of no accepted format.
var errNoFormat = errors.New("no accepted format")

// headerWindow is how far into a file a PDF may begin; readers accept that.
const headerWindow = 1024

// Examine looks at a file. A file that is damaged but harmless is let through:
// the reader says what is wrong with it.
func Examine(file []byte) (v Verdict) {
	defer func() {
		if recover() != nil { // a file that our own code cannot bear
			v.Blocked, v.Reason = true, "screen_panic"
		}
	}()
	err := examine(file, &v)
	var blocked refusal
	switch {
	case errors.As(err, &blocked):
		v.Blocked, v.Reason = true, string(blocked)
	case err != nil:
		v = Verdict{Reason: "format"}
	}
	return v
}

func examine(file []byte, v *Verdict) error {
	if len(file) == 0 {
		return errNoFormat
	}
	if hasZipDirectory(file) {
		// A plain ZIP is a wrong format; anything else with one is two files in one.
		if bytes.HasPrefix(file, []byte("PK")) {
			return errNoFormat
		}
		v.Format = formatOf(file)
		return refusal("polyglot")
	}
	v.Format = formatOf(file)
	if v.Format != event.PDF && v.Format != "" && bytes.Contains(file[:min(len(file), headerWindow)], []byte("%PDF-")) {
		return refusal("polyglot") // a PDF to some, whatever its first bytes say
	}
	switch v.Format {
	case event.PDF:
		return examinePDF(file, v)
	case event.JPEG:
		return examineJPEG(file, v)
	case event.PNG:
		return examinePNG(file, v)
	case event.TIFF:
		return examineTIFF(file, v)
	case event.XML:
		return examineXML(file, v)
	}
	return errNoFormat
}

func formatOf(file []byte) event.Format {
	switch {
	case bytes.HasPrefix(file, []byte("\xff\xd8\xff")):
		return event.JPEG
	case bytes.HasPrefix(file, []byte("\x89PNG\r\n\x1a\n")):
		return event.PNG
	case bytes.HasPrefix(file, []byte("II*\x00")), bytes.HasPrefix(file, []byte("MM\x00*")):
		return event.TIFF
	case bytes.Contains(file[:min(len(file), headerWindow)], []byte("%PDF-")):
		return event.PDF
	case looksLikeXML(file):
		return event.XML
	}
	return ""
}
