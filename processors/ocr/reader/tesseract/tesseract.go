// Package tesseract recognises Portuguese text in grey images through
// libtesseract's C interface, with the engine kept warm between pages.
//
// In comes pixels and their resolution, out come words with boxes in pixels.
// An engine belongs to one goroutine at a time. A recognition under way ends by
// itself or with the process: the library cannot be interrupted safely.
package tesseract

import (
	"errors"
	"fmt"
	"image"
	"strings"
	"unsafe"

	"github.com/ebitengine/purego"

	"lavra.dev/processors/ocr/reader/native"
)

// Mode is how the page is cut into text.
type Mode string

// Block takes the image for one block of lines, without looking for a layout.
const Block Mode = "6"

// ErrEngine says that the library is there but will not start.
var ErrEngine = errors.New("text recognition cannot be started")

// Engine is a started recogniser.
type Engine struct {
	api     uintptr
	library library
	mode    Mode
	scratch [10]int32 // what the library writes numbers to; part of the engine, so it never moves
}

type library struct {
	create, end, clear, setVariable, setImage, setResolution native.Func
	recognize, iterator, deleteText, version                 native.Func
	pageIterator, next, text, box                            native.Func
	deleteIterator, copyIterator, begins                     native.Func
	start                                                    native.Func
	confidence                                               func(iterator uintptr, level int32) float32
}

// Open loads the library and starts an engine with the model of the given
// language from the data folder; an empty folder is the library's own.
func Open(dataDir, language string) (*Engine, error) {
	if err := calmLibc(); err != nil {
		return nil, err
	}
	lib, err := native.Open("", "libtesseract.so.5")
	if err != nil {
		return nil, err
	}
	e := &Engine{}
	l := &e.library
	err = lib.Bind(map[string]*native.Func{
		"TessVersion":                       &l.version,
		"TessBaseAPICreate":                 &l.create,
		"TessBaseAPIInit3":                  &l.start,
		"TessBaseAPIDelete":                 &l.end,
		"TessBaseAPIClear":                  &l.clear,
		"TessBaseAPISetVariable":            &l.setVariable,
		"TessBaseAPISetImage":               &l.setImage,
		"TessBaseAPISetSourceResolution":    &l.setResolution,
		"TessBaseAPIRecognize":              &l.recognize,
		"TessBaseAPIGetIterator":            &l.iterator,
		"TessDeleteText":                    &l.deleteText,
		"TessResultIteratorDelete":          &l.deleteIterator,
		"TessResultIteratorGetPageIterator": &l.pageIterator,
		"TessResultIteratorNext":            &l.next,
		"TessResultIteratorGetUTF8Text":     &l.text,
		"TessPageIteratorBoundingBox":       &l.box,
		"TessPageIteratorIsAtBeginningOf":   &l.begins,
		"TessResultIteratorCopy":            &l.copyIterator,
	})
	if err != nil {
		return nil, err
	}
	confidence, err := lib.Symbol("TessResultIteratorConfidence")
	if err != nil {
		return nil, err
	}
	purego.RegisterFunc(&l.confidence, confidence)
	return e, e.begin(dataDir, language)
}

// calmLibc sets what the library takes from libc before it is loaded.
//
// No threads of its own: they cost four to five times the CPU and lose in wall
// time too. Its OpenMP runtime reads the C environment once, while it is being
// loaded; Go's environment is another.
//
// Memory stays with the process between lines and pages: else each image and each
// layer of the network is mapped and given back anew.
func calmLibc() error {
	libc, err := native.Open("", "libc.so.6")
	if err != nil {
		return err
	}
	var setenv, mallopt native.Func
	if err := libc.Bind(map[string]*native.Func{"setenv": &setenv, "mallopt": &mallopt}); err != nil {
		return err
	}
	setenv.Call(text("OMP_THREAD_LIMIT"), text("1"), 1)
	const (
		trimThreshold, mmapThreshold, arenaMax = -1, -3, -8 // parameters of mallopt
		mapped, kept                           = 32 << 20, 64 << 20
	)
	setting := func(parameter, value int32) { mallopt.Call(uintptr(uint32(parameter)), uintptr(value)) }
	setting(mmapThreshold, mapped) // the largest there may be
	setting(trimThreshold, kept)
	setting(arenaMax, 1) // Go's threads take turns, so one heap serves all
	return nil
}

func (e *Engine) begin(dataDir, language string) error {
	e.api = e.library.create.Call()
	if e.api == 0 {
		return ErrEngine
	}
	var dir uintptr
	if dataDir != "" {
		dir = text(dataDir)
	}
	if e.library.start.Call(e.api, dir, text(language)) != 0 {
		e.Close()
		return fmt.Errorf("%w: no model for %s", ErrEngine, language)
	}
	e.set("debug_file", "/dev/null")
	// Words are cut by the network, so the costly measure of fixed pitch is of no
	// use: 3 % of the whole.
	e.set("textord_disable_pitch_test", "1")
	// A doubtful line is read again as white on black below this. Panels come set
	// right already, and 0.7 read every faint line twice: 3 % of the whole.
	e.set("invert_threshold", "0.5")
	return nil
}

// Version is the library's version.
func (e *Engine) Version() string { return goString(e.library.version.Call()) }

// Close frees the engine.
func (e *Engine) Close() {
	if e.api != 0 {
		e.library.end.Call(e.api)
		e.api = 0
	}
}

// Word is a recognised word; lengths are pixels of the image.
type Word struct {
	Text       string
	Box        image.Rectangle // of the ink
	Confidence float64         // 0 to 1
	Glyphs     []float32       // the confidence of each byte of Text; nil where it is not asked for
}

// glyphsFrom is the length of a word from which the confidence of its characters is of
// use, and glyphsBelow the confidence of a word that has none to doubt.
const (
	glyphsFrom  = len("000.000.000-00")
	glyphsBelow = 0.96
)

// Restrict lets the engine read the given characters only; empty: all.
func (e *Engine) Restrict(characters string) { e.set("tessedit_char_whitelist", characters) }

// Recognize reads the words of an image, in the engine's order.
func (e *Engine) Recognize(img *image.Gray, dpi int, mode Mode) ([]Word, error) {
	if img.Rect.Empty() {
		return nil, nil
	}
	if mode != e.mode {
		e.set("tessedit_pageseg_mode", string(mode))
		e.mode = mode
	}
	l := &e.library
	l.setImage.Call(e.api, uintptr(unsafe.Pointer(&img.Pix[0])), uintptr(img.Rect.Dx()), uintptr(img.Rect.Dy()), 1, uintptr(img.Stride))
	l.setResolution.Call(e.api, uintptr(dpi))
	defer l.clear.Call(e.api)
	if int32(l.recognize.Call(e.api, 0)) != 0 {
		return nil, fmt.Errorf("%w: page not recognised", ErrEngine)
	}
	return e.words(), nil
}

func (e *Engine) words() []Word {
	const wordLevel = 3
	l := &e.library
	iterator := l.iterator.Call(e.api)
	if iterator == 0 {
		return nil // nothing that looks like text
	}
	defer l.deleteIterator.Call(iterator)
	page := l.pageIterator.Call(iterator)
	var all []Word
	for more := true; more; more = int32(l.next.Call(iterator, wordLevel)) != 0 {
		raw := l.text.Call(iterator, wordLevel)
		if raw == 0 {
			continue
		}
		s := goString(raw)
		l.deleteText.Call(raw)
		if strings.TrimSpace(s) == "" {
			continue
		}
		at := &e.scratch
		if l.box.Call(page, wordLevel, uintptr(unsafe.Pointer(&at[0])), uintptr(unsafe.Pointer(&at[1])),
			uintptr(unsafe.Pointer(&at[2])), uintptr(unsafe.Pointer(&at[3]))) == 0 {
			continue
		}
		w := Word{Text: s, Box: image.Rect(int(at[0]), int(at[1]), int(at[2]), int(at[3]))}
		w.Confidence = min(max(float64(l.confidence(iterator, wordLevel))/100, 0), 1)
		if len(s) >= glyphsFrom && w.Confidence < glyphsBelow {
			w.Glyphs = e.glyphs(iterator, len(s))
		}
		all = append(all, w)
	}
	return all
}

// glyphs are the confidences of the bytes of the word that an iterator stands on; nil
// where its characters do not make up its length.
func (e *Engine) glyphs(word uintptr, length int) []float32 {
	const wordLevel, symbolLevel = 3, 4
	l := &e.library
	symbol := l.copyIterator.Call(word)
	if symbol == 0 {
		return nil
	}
	defer l.deleteIterator.Call(symbol)
	page := l.pageIterator.Call(symbol)
	all := make([]float32, 0, length)
	for range length {
		raw := l.text.Call(symbol, symbolLevel)
		if raw == 0 {
			return nil
		}
		confidence := l.confidence(symbol, symbolLevel) / 100
		for range len(goString(raw)) {
			all = append(all, confidence)
		}
		l.deleteText.Call(raw)
		if int32(l.next.Call(symbol, symbolLevel)) == 0 || int32(l.begins.Call(page, wordLevel)) != 0 {
			break
		}
	}
	if len(all) != length {
		return nil
	}
	return all
}

func (e *Engine) set(name, value string) {
	e.library.setVariable.Call(e.api, text(name), text(value))
}
