package ocr

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"lavra.dev/platform/sandbox"
	"lavra.dev/processors/ocr/reader"
)

// Drawer draws pages of files in child processes of its own: nobody who looks at a page
// waits for one who reads, nor keeps him waiting.
type Drawer struct{ pool *sandbox.Pool }

// drawDeadline is ample for one page: the largest takes some 2 s.
const drawDeadline = 30 * time.Second

// NewDrawer starts the children. They are those of a Reader, bounded alike; of the
// configuration, Workers is 1 where it is not set, and Deadline is not used.
func NewDrawer(cfg ReaderConfig) (*Drawer, error) {
	pool, err := sandbox.New(sandbox.Config{
		Name: "pages", Command: cfg.Command, Env: nativeEnvironment(cfg.NativeDir), Readable: nativeFolders(cfg.NativeDir), Dir: cfg.Dir, WithoutWall: cfg.WithoutWall,
		Workers: cfg.Workers, MemoryBytes: cfg.MemoryBytes, Deadline: drawDeadline, RecycleAfter: 1000,
		Registerer: cfg.Registerer, Logger: cfg.Logger,
	})
	if err != nil {
		return nil, err
	}
	return &Drawer{pool}, nil
}

// Close ends the children.
func (d *Drawer) Close() { d.pool.Close() }

// Draw draws a page of an account's file. What is wrong with the file itself, or that it has no such page, is
// a permanent error with its reason.
func (d *Drawer) Draw(ctx context.Context, account string, open sandbox.Opener, view reader.PageView) (reader.Drawing, error) {
	var drawing reader.Drawing
	header, err := json.Marshal(order{Draw: &view})
	if err != nil {
		return drawing, err
	}
	data, err := d.pool.Do(ctx, sandbox.Job{Header: header, Open: open, Account: account})
	if err != nil {
		return drawing, explained(err)
	}
	if err := json.Unmarshal(data, &drawing); err != nil {
		return drawing, explained(fmt.Errorf("taking apart a child's answer: %w", errAnswer))
	}
	return drawing, nil
}
