// Package reader turns a file into pages of words with boxes: the embedded text
// of a PDF where it is good, else text recognised from the page's image.
//
// In comes the path of a PDF, JPEG, PNG or TIFF, out comes a document in reading
// position, each page with its map back to the page as sent. It is meant for a
// confined process of its own: the files are hostile until proven otherwise and
// the engines are native code. Nothing here knows a document type or a field,
// opens a socket, or puts content into an error.
package reader

import (
	"context"
	"errors"
	"fmt"
	"os"

	"lavra.dev/processors/document"
	"lavra.dev/processors/ocr/reader/leptonica"
	"lavra.dev/processors/ocr/reader/pdfium"
	"lavra.dev/processors/ocr/reader/tesseract"
	"lavra.dev/processors/ocr/reader/zbar"
	"lavra.dev/schemas/event"
)

var (
	// ErrEncrypted says that the file needs a password.
	ErrEncrypted = errors.New("file is encrypted")
	// ErrUnreadable says that the file is broken or of no known format.
	ErrUnreadable = errors.New("file cannot be read")
	// ErrTooLarge says that a page declares more pixels than are allowed.
	ErrTooLarge = errors.New("page has too many pixels")
)

// version is part of a document's Engine: raise it when the same file may read
// differently than before.
const version = "lavra-reader/19"

// Config says where the engines are and what they may use.
type Config struct {
	NativeDir string // folder of libpdfium.so; empty: $LAVRA_NATIVE_DIR, ../.native beside the program, /usr/lib/lavra
	Tessdata  string // folder of the recognition models; empty: the library's own
	Language  string // recognition model; default "por"
	MaxPixels int    // of one page; default 64 million, an A4 page at 600 dpi with room to spare
}

// Engine reads files, one at a time: it belongs to one goroutine. What it needs
// is loaded when it is first needed, so that a PDF with text costs no OCR.
type Engine struct {
	config Config
	pdfium *pdfium.Library
	ocr    *tesseract.Engine
	images *leptonica.Library
	codes  *zbar.Library
	noCode bool // libzbar is not there
}

// New makes an engine. It fails if libpdfium is missing; the engines of images
// are looked for when the first image comes.
func New(config Config) (*Engine, error) {
	if config.Language == "" {
		config.Language = "por"
	}
	if config.MaxPixels <= 0 {
		config.MaxPixels = 64_000_000
	}
	lib, err := pdfium.Open(config.NativeDir)
	if err != nil {
		return nil, fmt.Errorf("opening the PDF engine: %w", err)
	}
	return &Engine{config: config, pdfium: lib}, nil
}

// Close frees the engines.
func (e *Engine) Close() error {
	if e.ocr != nil {
		e.ocr.Close()
		e.ocr = nil
	}
	return nil
}

// Options say how one file is to be read.
type Options struct {
	Format   event.Format // as screened; empty: by the file's first bytes
	MaxPages int          // pages after these are left out; 0: all
	PageDone func() error // called after each page; may be nil
}

func (o Options) pageDone() error {
	if o.PageDone == nil {
		return nil
	}
	return o.PageDone()
}

// Read reads a file. Between pages it stops when ctx ends; inside a page only
// the end of the process stops it.
func (e *Engine) Read(ctx context.Context, path string, options Options) (document.Document, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return document.Document{}, fmt.Errorf("reading file: %w", err)
	}
	format := options.Format
	if format == "" {
		format = sniff(data)
	}
	doc := document.Document{}
	switch format {
	case event.PDF:
		err = e.readPDF(ctx, data, options, &doc)
	case event.JPEG, event.PNG:
		err = e.readPicture(data, &doc)
	case event.TIFF:
		err = e.readTIFF(ctx, data, options, &doc)
	default:
		err = ErrUnreadable
	}
	if err != nil {
		return document.Document{}, err
	}
	doc.Engine = e.engineName(doc)
	return doc, nil
}

// engineName names what took part in reading, so that a later reading by other
// versions can be told apart.
func (e *Engine) engineName(doc document.Document) string {
	for _, p := range doc.Pages {
		if p.Source == document.OCR && e.ocr != nil {
			return version + " tesseract/" + e.ocr.Version()
		}
	}
	return version
}

// recogniser starts OCR when the first page needs it.
func (e *Engine) recogniser() (*tesseract.Engine, error) {
	if e.ocr == nil {
		engine, err := tesseract.Open(e.config.Tessdata, e.config.Language)
		if err != nil {
			return nil, fmt.Errorf("opening text recognition: %w", err)
		}
		e.ocr = engine
	}
	return e.ocr, nil
}

// sniff tells the format by a file's first bytes. A PDF may have up to a
// kilobyte of other bytes before its header.
func sniff(data []byte) event.Format {
	head := data[:min(len(data), 1024)]
	switch {
	case hasPrefix(head, "\xff\xd8\xff"):
		return event.JPEG
	case hasPrefix(head, "\x89PNG\r\n\x1a\n"):
		return event.PNG
	case hasPrefix(head, "II*\x00"), hasPrefix(head, "MM\x00*"):
		return event.TIFF
	case contains(head, "%PDF-"):
		return event.PDF
	}
	return ""
}
