// Package setup holds the scripts that install what the program loads and the tests run.
package setup

import (
	"debug/elf"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// On an ARM machine setup fetches the pdfium of that machine, and says where ClickHouse comes from.
func TestLibrariesOfAnotherMachine(t *testing.T) {
	if out, err := exec.Command("python3", "-m", "pip", "--version").CombinedOutput(); err != nil {
		t.Skipf("python3 with pip is not there: %s", out)
	}
	native, programs := t.TempDir(), t.TempDir()
	const uname = "#!/bin/sh\ncase $1 in -s) echo Linux ;; *) echo aarch64 ;; esac\n"
	if err := os.WriteFile(filepath.Join(programs, "uname"), []byte(uname), 0o755); err != nil {
		t.Fatal(err)
	}
	setup := exec.Command("./libraries.sh")
	setup.Env = append(os.Environ(), "LAVRA_NATIVE_DIR="+native, "PATH="+programs+":"+os.Getenv("PATH"))
	out, err := setup.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if !strings.Contains(string(out), "LAVRA_CLICKHOUSE_DSN") {
		t.Errorf("it does not say where ClickHouse comes from: %s", out)
	}
	library, err := elf.Open(filepath.Join(native, "libpdfium.so"))
	if err != nil {
		t.Fatal(err)
	}
	defer library.Close()
	if library.Machine != elf.EM_AARCH64 {
		t.Errorf("pdfium is for %s", library.Machine)
	}
}
