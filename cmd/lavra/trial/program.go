package trial

import (
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
