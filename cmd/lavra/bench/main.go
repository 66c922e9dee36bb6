// Command bench runs a `lavra up` of its own and prints what documents cost,
// as ratios against plain command-line tools measured in the same run: machines
// differ and are noisy, ratios hold.
//
//	go run ./cmd/lavra/bench -bin bin/lavra
//	go run ./cmd/lavra/bench -bin bin/lavra -bare .cache/bench/lavra -only-walls
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"lavra.dev/cmd/lavra/trial"
	"lavra.dev/processors/tools/scoring"
)

type options struct {
	bin, samples, text string
	documents          int
	parallel           int
	rounds             int

	bare       string
	onlyWalls  bool
	wallRounds int
}

func main() {
	var o options
	flag.StringVar(&o.bin, "bin", "bin/lavra", "the binary to measure")
	flag.StringVar(&o.samples, "samples", "samples", "folder of sample documents; its scans and photos are the image pages")
	flag.StringVar(&o.text, "text", "samples/recibo-01.pdf", "a one-page PDF with text")
	flag.IntVar(&o.documents, "documents", 500, "text documents in the throughput run")
	flag.IntVar(&o.parallel, "parallel", 4, "requests at once in the throughput run")
	flag.IntVar(&o.rounds, "rounds", 2, "rounds over the image pages")
	flag.StringVar(&o.bare, "bare", "", "the same binary built with -tags bare, whose children have no walls: their cost is measured too")
	flag.BoolVar(&o.onlyWalls, "only-walls", false, "measure the cost of the walls alone")
	flag.IntVar(&o.wallRounds, "wall-rounds", 8, "rounds of the measurement of the walls")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, o); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, o options) error {
	for _, tool := range []string{"pdftotext", "pdftoppm", "tesseract"} {
		if _, err := exec.LookPath(tool); err != nil {
			return fmt.Errorf("the baseline needs %s: make setup installs it", tool)
		}
	}
	s, err := trial.Start(ctx, o.bin)
	if err != nil {
		return err
	}
	defer s.Close()
	fmt.Printf("start to ready: %.2f s\n\n", s.Ready.Seconds())
	if !o.onlyWalls {
		if err := compare(ctx, s, o); err != nil {
			return err
		}
	}
	if o.bare != "" {
		return wallCost(ctx, s, o)
	}
	return nil
}

// compare measures the service against plain tools.
func compare(ctx context.Context, s *trial.Service, o options) error {
	text, err := os.ReadFile(o.text)
	if err != nil {
		return fmt.Errorf("reading the text sample: %w", err)
	}
	if err := latency(ctx, s, o, text); err != nil {
		return err
	}
	if err := textCost(ctx, s, o, text); err != nil {
		return err
	}
	if err := imageCost(ctx, s, o); err != nil {
		return err
	}
	fmt.Printf("memory, peaks: whole tree %.0f MiB (PSS), largest reader child %.0f MiB (RSS)\n", s.Peak.Tree(), s.Peak.Reader())
	return nil
}

// latency measures one text PDF at a time through /extract/sync.
func latency(ctx context.Context, s *trial.Service, o options, text []byte) error {
	const calls = 100
	for range 10 { // warm up: engines load at the first document
		if _, err := s.Extract(ctx, "a.pdf", text, nil); err != nil {
			return err
		}
	}
	before, err := s.Stages(ctx)
	if err != nil {
		return err
	}
	var took []time.Duration
	for range calls {
		start := time.Now()
		if _, err := s.Extract(ctx, "a.pdf", text, nil); err != nil {
			return err
		}
		took = append(took, time.Since(start))
	}
	after, err := s.Stages(ctx)
	if err != nil {
		return err
	}
	slices.Sort(took)
	_, wall, err := toolCost(ctx, 20, "pdftotext", "-bbox-layout", o.text, os.DevNull)
	if err != nil {
		return err
	}
	median := took[calls/2]
	fmt.Printf("one-page text PDF by /extract/sync, %d calls one after another\n", calls)
	fmt.Printf("  median %.1f ms, p99 %.1f ms; pdftotext -bbox-layout as a process %.1f ms: %.1f x\n",
		ms(median), ms(took[calls*99/100]), ms(wall), float64(median)/float64(wall))
	fmt.Print("  mean time per stage:")
	for _, stage := range trial.StageNames {
		d := after[stage].Minus(before[stage])
		fmt.Printf(" %s %.1f ms", stage, d.Mean())
	}
	fmt.Print("\n\n")
	return nil
}

// textCost measures CPU per document of the whole tree under load.
func textCost(ctx context.Context, s *trial.Service, o options, text []byte) error {
	if err := s.ExtractMany(ctx, o.documents/5, o.parallel, text); err != nil {
		return err
	}
	before, beforeCH := s.CPU()
	start := time.Now()
	if err := s.ExtractMany(ctx, o.documents, o.parallel, text); err != nil {
		return err
	}
	wall := time.Since(start)
	after, afterCH := s.CPU()
	tool, _, err := toolCost(ctx, 50, "pdftotext", "-bbox-layout", o.text, os.DevNull)
	if err != nil {
		return err
	}
	per := (after - before) / time.Duration(o.documents)
	fmt.Printf("%d one-page text PDFs, %d at once, after a warm-up: %.1f documents/s\n", o.documents, o.parallel, float64(o.documents)/wall.Seconds())
	fmt.Printf("  CPU per document of the tree %.1f ms (ClickHouse's child apart: %.1f ms); pdftotext -bbox-layout %.1f ms: %.2f x\n\n",
		ms(per), ms((afterCH-beforeCH)/time.Duration(o.documents)), ms(tool), float64(per)/float64(tool))
	return nil
}

// imageCost measures pages per CPU second on scans and photos.
func imageCost(ctx context.Context, s *trial.Service, o options) error {
	files, err := imagePages(o.samples)
	if err != nil {
		return err
	}
	var tool time.Duration
	for _, f := range files {
		cost, err := ocrBaseline(ctx, f)
		if err != nil {
			return err
		}
		tool += cost
	}
	before, _ := s.CPU()
	for range o.rounds {
		for _, f := range files {
			data, err := os.ReadFile(f)
			if err != nil {
				return err
			}
			if _, err := s.Extract(ctx, filepath.Base(f), data, nil); err != nil {
				return err
			}
		}
	}
	after, _ := s.CPU()
	ours := float64(len(files)*o.rounds) / (after - before).Seconds()
	theirs := float64(len(files)) / tool.Seconds()
	fmt.Printf("%d scanned or photographed pages, %d rounds\n", len(files), o.rounds)
	fmt.Printf("  pages per CPU second: tree %.2f; pdftoppm -r 200 -gray + tesseract -l por --psm 1, one thread %.2f: %.2f x\n\n", ours, theirs, ours/theirs)
	return nil
}

// imagePages lists the one-page samples that have no text layer.
func imagePages(dir string) ([]string, error) {
	samples, err := scoring.Load([]string{dir})
	if err != nil {
		return nil, err
	}
	var files []string
	for _, s := range samples {
		if s.Truth.Pages == 1 && (s.Truth.Tagged("scan") || s.Truth.Tagged("photo")) {
			files = append(files, s.Path)
		}
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("no scans or photos in %s", dir)
	}
	return files, nil
}

// ocrBaseline is the CPU that the plain tools spend on one page.
func ocrBaseline(ctx context.Context, file string) (time.Duration, error) {
	dir, err := os.MkdirTemp("", "lavra-bench-")
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(dir)
	image, total := file, time.Duration(0)
	if strings.HasSuffix(file, ".pdf") {
		image = filepath.Join(dir, "page.pgm")
		cost, _, err := toolCost(ctx, 1, "pdftoppm", "-r", "200", "-gray", "-singlefile", file, filepath.Join(dir, "page"))
		if err != nil {
			return 0, err
		}
		total += cost
	}
	cost, _, err := toolCost(ctx, 1, "tesseract", image, filepath.Join(dir, "out"), "-l", "por", "--psm", "1")
	return total + cost, err
}

// toolCost is the mean CPU and wall time of one run of a command.
func toolCost(ctx context.Context, runs int, name string, args ...string) (cpu, wall time.Duration, err error) {
	for range runs {
		cmd := exec.CommandContext(ctx, name, args...)
		cmd.Env = append(os.Environ(), "OMP_THREAD_LIMIT=1")
		start := time.Now()
		if out, err := cmd.CombinedOutput(); err != nil {
			return 0, 0, fmt.Errorf("running %s: %w: %.200s", name, err, out)
		}
		wall += time.Since(start)
		cpu += cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	}
	return cpu / time.Duration(runs), wall / time.Duration(runs), nil
}

func ms(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }
