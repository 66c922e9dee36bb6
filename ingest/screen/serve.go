package screen

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"

	"lavra.dev/platform/sandbox"
)

// Serve is the body of the child process: it shuts itself in and examines files
// until the parent is done.
func Serve(ctx context.Context) error {
	if err := sandbox.Confine(); err != nil {
		return fmt.Errorf("confining the screen: %w", err)
	}
	var buf bytes.Buffer // kept: a file is at most some 20 MiB
	return sandbox.Serve(ctx, func(_ context.Context, _ []byte, path string) ([]byte, error) {
		file, err := os.Open(path)
		if err != nil {
			return nil, err
		}
		defer file.Close()
		buf.Reset()
		if _, err := buf.ReadFrom(file); err != nil {
			return nil, err
		}
		return json.Marshal(Examine(buf.Bytes()))
	})
}
