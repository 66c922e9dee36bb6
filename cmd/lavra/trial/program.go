package trial

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

// Build compiles the program into a folder, for tests that want what stands in
// the source.
func Build(dir string) (binary string, err error) {
	binary = filepath.Join(dir, "lavra")
	build := exec.Command("go", "build", "-o", binary, "lavra.dev/cmd/lavra")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		return "", fmt.Errorf("building lavra: %w\n%s", err, out)
	}
	return binary, nil
}

// NativeDir is where the program built by Build finds its native libraries:
// LAVRA_NATIVE_DIR, or the folder that make setup fills at the top of the source.
func NativeDir() (string, error) {
	if dir := os.Getenv("LAVRA_NATIVE_DIR"); dir != "" {
		return dir, nil
	}
	dir, err := os.Getwd()
	if err != nil {
		return "", fmt.Errorf("looking for the native libraries: %w", err)
	}
	for ; dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, "go.work")); err == nil {
			return filepath.Join(dir, ".native"), nil
		}
	}
	return "", errors.New("looking for the native libraries: not inside the source; set LAVRA_NATIVE_DIR")
}
