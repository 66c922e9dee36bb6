// Command readdump reads files and writes what was read of each, as gob, as JSON
// and as markdown, for work on what comes after reading.
//
//	go run ./tools/readdump -out /tmp/read samples/*.pdf
package main

import (
	"context"
	"encoding/gob"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"lavra.dev/processors/document"
	"lavra.dev/processors/ocr/reader"
)

func main() {
	out := flag.String("out", "", "folder to write to; empty: only the summary")
	flag.Parse()
	if err := run(*out, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "readdump:", err)
		os.Exit(1)
	}
}

func run(out string, paths []string) error {
	engine, err := reader.New(reader.Config{})
	if err != nil {
		return err
	}
	defer engine.Close()
	for _, path := range paths {
		before := cpu()
		doc, err := engine.Read(context.Background(), path, reader.Options{})
		if err != nil {
			fmt.Printf("%s: %v\n", filepath.Base(path), err)
			continue
		}
		spent := cpu() - before
		words, source := 0, document.None
		for _, p := range doc.Pages {
			source = p.Source
			for _, l := range p.Lines {
				words += len(l.Words)
			}
		}
		fmt.Printf("%s: %d pages, %s, %d words, %.1f ms\n", filepath.Base(path), len(doc.Pages), source, words, spent.Seconds()*1000)
		if out == "" {
			continue
		}
		if err := write(filepath.Join(out, filepath.Base(path)), doc); err != nil {
			return err
		}
	}
	return nil
}

func write(name string, doc document.Document) error {
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	f, err := os.Create(name + ".gob")
	if err != nil {
		return err
	}
	defer f.Close()
	if err := gob.NewEncoder(f).Encode(doc); err != nil {
		return fmt.Errorf("writing %s: %w", f.Name(), err)
	}
	if err := f.Close(); err != nil {
		return fmt.Errorf("writing %s: %w", f.Name(), err)
	}
	text, err := json.Marshal(doc)
	if err != nil {
		return fmt.Errorf("writing %s: %w", f.Name(), err)
	}
	if err := os.WriteFile(name+".json", text, 0o644); err != nil {
		return err
	}
	return os.WriteFile(name+".md", []byte(document.Markdown(doc)), 0o644)
}

// cpu is what the process has used so far, the engines included.
func cpu() time.Duration {
	var r syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &r) != nil {
		return 0
	}
	return time.Duration(r.Utime.Nano() + r.Stime.Nano())
}
