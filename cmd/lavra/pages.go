package main

import (
	"context"
	"io"

	"lavra.dev/api"
	"lavra.dev/processors/ocr"
	"lavra.dev/processors/ocr/reader"
	"lavra.dev/schemas/event"
)

// startDrawer starts the children that draw pages for the reading half, which knows
// nothing of the engines.
func (s *serviceSettings) startDrawer(b *base, start starter) (api.DrawPage, error) {
	command, err := self("reader")
	if err != nil {
		return nil, err
	}
	drawer, err := ocr.NewDrawer(ocr.ReaderConfig{Command: command, NativeDir: s.NativeDir, Workers: s.PageWorkers,
		MemoryBytes: int64(s.ReaderMemory), WithoutWall: s.WithoutLandlock, Registerer: b.metrics, Logger: b.log})
	if err != nil {
		return nil, err
	}
	start("page drawer", func(ctx context.Context) error {
		defer drawer.Close()
		<-ctx.Done()
		return nil
	})
	return func(ctx context.Context, account string, open func(context.Context) (io.ReadCloser, error), format event.Format, page, dpi int, upright bool) (api.Drawing, error) {
		d, err := drawer.Draw(ctx, account, open, reader.PageView{Format: format, Page: page, DPI: dpi, Upright: upright})
		return api.Drawing{PNG: d.PNG, Pages: d.Pages, ToSent: d.ToSent}, err
	}, nil
}
