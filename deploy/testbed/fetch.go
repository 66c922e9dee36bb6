package testbed

import (
	"bytes"
	"context"
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"syscall"
)

//go:embed kafka/pom.xml
var kafkaPOM []byte

//go:embed registry/pom.xml
var registryPOM []byte

// programs are the folders that hold the fetched jars.
type programs struct{ kafka, registry string }

// fetch brings both programs into the cache, once per content of their pom.
func fetch(ctx context.Context, options Options) (programs, error) {
	if err := javaIsUsable(ctx); err != nil {
		return programs{}, err
	}
	cache := options.Cache
	if cache == "" {
		top, err := topOfTree("go.work")
		if err != nil {
			return programs{}, err
		}
		cache = filepath.Join(top, ".cache")
	}
	cache, err := filepath.Abs(filepath.Join(cache, "testbed"))
	if err == nil {
		err = os.MkdirAll(cache, 0o755)
	}
	if err != nil {
		return programs{}, fmt.Errorf("making the cache: %w", err)
	}
	unlock, err := lock(filepath.Join(cache, "lock"))
	if err != nil {
		return programs{}, err
	}
	defer unlock()
	kafka, err := options.resolve(ctx, cache, "kafka", kafkaPOM, "dependency:copy-dependencies")
	if err != nil {
		return programs{}, err
	}
	registry, err := options.resolve(ctx, cache, "registry", registryPOM, "dependency:unpack")
	return programs{kafka: kafka, registry: registry}, err
}

// resolve lets Maven fill a folder that is named for what the pom asks, and
// gives it that name only when it is whole.
func (o Options) resolve(ctx context.Context, cache, name string, pom []byte, goal string) (string, error) {
	sum := sha256.Sum256(pom)
	into := filepath.Join(cache, name+"-"+hex.EncodeToString(sum[:6]))
	if _, err := os.Stat(into); err == nil {
		return into, nil
	}
	o.say("fetching the %s from Maven Central into %s", name, into)
	work, err := os.MkdirTemp(cache, name+"-fetching-")
	if err != nil {
		return "", fmt.Errorf("fetching %s: %w", name, err)
	}
	defer os.RemoveAll(work)
	if err := os.WriteFile(filepath.Join(work, "pom.xml"), pom, 0o644); err != nil {
		return "", fmt.Errorf("fetching %s: %w", name, err)
	}
	maven := exec.CommandContext(ctx, "mvn", "-q", "-B", "-C", "-ntp", goal, "-Dinto="+filepath.Join(work, "jars"))
	maven.Dir = work
	if out, err := maven.CombinedOutput(); err != nil {
		return "", unavailable("fetching %s with Maven: %v\n%s", name, err, bytes.TrimSpace(out))
	}
	if err := os.Rename(filepath.Join(work, "jars"), into); err != nil {
		return "", fmt.Errorf("fetching %s: %w", name, err)
	}
	return into, nil
}

var javaVersion = regexp.MustCompile(`version "(\d+)`)

func javaIsUsable(ctx context.Context) error {
	if _, err := exec.LookPath("mvn"); errors.Is(err, exec.ErrNotFound) {
		return unavailable("Maven (mvn) is not installed")
	}
	out, err := exec.CommandContext(ctx, "java", "-version").CombinedOutput()
	if err != nil {
		return unavailable("Java 17 is not installed (%v)", err)
	}
	found := javaVersion.FindSubmatch(out)
	if found == nil {
		return unavailable("java -version says no version")
	}
	if major, _ := strconv.Atoi(string(found[1])); major < 17 {
		return unavailable("Java 17 is needed, this is %d", major)
	}
	return nil
}

// lock keeps several test processes from fetching at once.
func lock(path string) (unlock func(), err error) {
	file, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o644)
	if err == nil {
		err = syscall.Flock(int(file.Fd()), syscall.LOCK_EX)
	}
	if err != nil {
		return nil, fmt.Errorf("locking the cache: %w", err)
	}
	return func() { file.Close() }, nil
}

// runnerJar is the jar of the registry that holds its entry point; its name
// carries the version.
func runnerJar(dir string) (string, error) {
	found, err := filepath.Glob(filepath.Join(dir, "*-runner.jar"))
	if err != nil || len(found) != 1 {
		return "", fmt.Errorf("finding the runner jar in %s: %d are there", dir, len(found))
	}
	return found[0], nil
}
