package reader

import (
	"bytes"
	"context"
	"fmt"
	"image"
	_ "image/jpeg" // decoders of the formats accepted
	_ "image/png"

	"lavra.dev/processors/document"
	"lavra.dev/processors/ocr/reader/tiff"
)

func (e *Engine) readPicture(data []byte, doc *document.Document) error {
	config, _, err := image.DecodeConfig(bytes.NewReader(data))
	if err != nil {
		return ErrUnreadable
	}
	if config.Width <= 0 || config.Height <= 0 {
		return ErrUnreadable
	}
	if config.Width > e.config.MaxPixels/config.Height {
		return ErrTooLarge
	}
	img, _, err := image.Decode(bytes.NewReader(data))
	if err != nil {
		return ErrUnreadable
	}
	// The resolution that pictures state is mostly made up; letters tell better.
	page, err := e.recognisePage(1, displayed(gray(img), exifOrientation(data)), 0, nil)
	if err != nil {
		return fmt.Errorf("reading page 1: %w", err)
	}
	doc.Pages = append(doc.Pages, page)
	return nil
}

func (e *Engine) readTIFF(ctx context.Context, data []byte, options Options, doc *document.Document) error {
	pages := tiff.Pages(data)
	if len(pages) == 0 {
		return ErrUnreadable
	}
	if err := e.openImages(); err != nil {
		return err
	}
	if options.MaxPages > 0 && len(pages) > options.MaxPages {
		pages = pages[:options.MaxPages]
	}
	for i, p := range pages {
		if err := ctx.Err(); err != nil {
			return err
		}
		if p.Width <= 0 || p.Height <= 0 {
			return ErrUnreadable
		}
		if p.Width > e.config.MaxPixels/p.Height {
			return ErrTooLarge
		}
		img, err := e.images.TIFF(data, i)
		if err != nil {
			return ErrUnreadable
		}
		page, err := e.recognisePage(i+1, img, p.DPI, nil)
		if err != nil {
			return fmt.Errorf("reading page %d: %w", i+1, err)
		}
		doc.Pages = append(doc.Pages, page)
		if err := options.pageDone(); err != nil {
			return err
		}
	}
	return nil
}
