package setup

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// Another version of a package is told, and another content of the same version refused.
func TestPackagesThatWereNotTestedAreTold(t *testing.T) {
	if release, _ := os.ReadFile("/etc/os-release"); !strings.Contains(string(release), `VERSION_ID="12"`) || !strings.Contains(string(release), "ID=debian") {
		t.Skip("packages are pinned for Debian 12")
	}
	for name, c := range map[string]struct {
		version, sum, says string
		refused            bool
	}{
		"as tested":                         {version: "1.0-1", sum: "aa"},
		"an update":                         {version: "1.0-2", sum: "bb", says: "libone: 1.0-2, tested with 1.0-1"},
		"the same version, another content": {version: "1.0-1", sum: "bb", says: "libone 1.0-1: the archive has bb, tested was aa", refused: true},
		"no index":                          {version: "1.0-1", says: "compared by version alone"},
		"not installed":                     {says: "libone: not installed"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			index := ""
			if c.sum != "" {
				index = fmt.Sprintf("Package: libone\nVersion: %s\nSHA256: %s\n", c.version, c.sum)
			}
			for file, text := range map[string]string{
				"dpkg":       "#!/bin/sh\necho amd64\n",
				"dpkg-query": "#!/bin/sh\nprintf '%s' '" + c.version + "'\n",
				"apt-cache":  "#!/bin/sh\nprintf '%s' '" + index + "'\n",
				"list":       "# what it is\nlibone  1.0-1  aa\n",
			} {
				if err := os.WriteFile(filepath.Join(dir, file), []byte(text), 0o755); err != nil {
					t.Fatal(err)
				}
			}
			pinned := exec.Command("./pinned.sh")
			pinned.Env = append(os.Environ(), "PATH="+dir+":"+os.Getenv("PATH"), "LAVRA_DEBIAN_LIST="+filepath.Join(dir, "list"))
			out, err := pinned.CombinedOutput()
			if (err != nil) != c.refused {
				t.Errorf("refused: %v", err)
			}
			if !strings.Contains(string(out), c.says) || c.says == "" && len(out) > 0 {
				t.Errorf("it says %q, not %q", out, c.says)
			}
		})
	}
}
