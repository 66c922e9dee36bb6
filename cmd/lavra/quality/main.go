// Command quality sends sets of documents through a real `lavra up`, compares what
// it answers with their truth, and writes the result as a page: by set, kind and
// type, with the calibration of the confidences of values and of cells, and boxes.
//
//	go run ./cmd/lavra/quality -sets FILE -out docs/quality.md
//
// The file of sets is that of the scorecard's gate: lines `name folder...`.
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"net/url"
	"os"
	"os/signal"
	"slices"
	"sync/atomic"
	"syscall"
	"time"

	"golang.org/x/sync/errgroup"

	"lavra.dev/cmd/lavra/trial"
	"lavra.dev/processors/tools/scoring"
)

type options struct {
	bin, sets, out string
	parallel       int
	boxes          int
}

func main() {
	var o options
	flag.StringVar(&o.bin, "bin", "bin/lavra", "the binary to score")
	flag.StringVar(&o.sets, "sets", "", "`file` of the sets: lines `name folder...`; none: the samples of the tree")
	flag.StringVar(&o.out, "out", "docs/quality.md", "page to write")
	flag.IntVar(&o.parallel, "parallel", 3, "documents at once")
	flag.IntVar(&o.boxes, "boxes", 10, "bounding boxes asked for, per document")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, o); err != nil {
		fmt.Fprintln(os.Stderr, "quality:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, o options) error {
	sets := []scoring.Set{{Name: "samples", Folders: []string{"samples"}}}
	if o.sets != "" {
		file, err := os.Open(o.sets)
		if err != nil {
			return fmt.Errorf("reading the sets: %w", err)
		}
		defer file.Close()
		if sets, err = scoring.ReadSets(file); err != nil {
			return err
		}
	}
	s, err := trial.Start(ctx, o.bin)
	if err != nil {
		return err
	}
	defer s.Close()
	var scored []scoredSet
	for _, set := range sets {
		fmt.Fprintf(os.Stderr, "%s\n", set.Name)
		results, err := score(ctx, s, set, o)
		if err != nil {
			return fmt.Errorf("scoring %s: %w", set.Name, err)
		}
		scored = append(scored, scoredSet{set.Name, results})
	}
	return writePage(o.out, scored, time.Now())
}

// score sends every sample of the set, and shows how far it is.
func score(ctx context.Context, s *trial.Service, set scoring.Set, o options) ([]scoring.Result, error) {
	samples, err := set.Load()
	if err != nil {
		return nil, err
	}
	results, answers := make([]scoring.Result, len(samples)), make([]answer, len(samples))
	var done atomic.Int64
	group, limited := errgroup.WithContext(ctx)
	group.SetLimit(o.parallel)
	for i, sample := range samples {
		group.Go(func() (err error) {
			if results[i], answers[i], err = scoreOne(limited, s, sample, o.boxes); err != nil {
				return fmt.Errorf("%s: %w", sample.Name, err)
			}
			if n := done.Add(1); n%25 == 0 || int(n) == len(samples) {
				fmt.Fprintf(os.Stderr, "%d of %d documents\n", n, len(samples))
			}
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	return results, judgeCells(ctx, s, results, answers)
}

// answer is what is compared of an extraction result.
type answer struct {
	RequestID    string  `json:"request_id"`
	DocumentType *string `json:"document_type"`
	Fields       map[string]struct {
		Value      any     `json:"value"`
		Confidence float64 `json:"confidence_score"`
	} `json:"fields"`
}

func scoreOne(ctx context.Context, s *trial.Service, sample scoring.Sample, boxes int) (scoring.Result, answer, error) {
	data, err := os.ReadFile(sample.Path)
	if err != nil {
		return scoring.Result{}, answer{}, err
	}
	form := map[string]string{"timeout": "300000"}
	if sample.Truth.Tagged("xml") { // XML is only accepted with its type
		form["documentType"] = sample.Truth.DocumentType
	}
	start := time.Now()
	text, err := s.Extract(ctx, sample.Truth.File, data, form)
	if err != nil {
		return scoring.Result{}, answer{}, err
	}
	r := scoring.Result{Sample: sample, Seconds: time.Since(start).Seconds()}
	var got answer
	if err := json.Unmarshal(text, &got); err != nil {
		return scoring.Result{}, answer{}, fmt.Errorf("reading the answer: %w", err)
	}
	if got.DocumentType != nil {
		r.Detected = *got.DocumentType
	}
	r.RightType = r.Detected == sample.Truth.DocumentType
	values := map[string]any{}
	if sample.Truth.DocumentType != "" { // of what is no type only the refusal counts
		for name, field := range got.Fields {
			values[name] = field.Value
			r.Judge(name, field.Value, field.Confidence)
		}
	}
	r.Compare(values)
	err = askBoxes(ctx, s, got.RequestID, boxes, &r)
	return r, got, err
}

// askBoxes asks where values stand, and counts those over their true place.
func askBoxes(ctx context.Context, s *trial.Service, id string, limit int, r *scoring.Result) error {
	paths := make([]string, 0, len(r.Sample.Truth.Boxes))
	for path := range r.Sample.Truth.Boxes {
		paths = append(paths, path)
	}
	slices.Sort(paths)
	for _, path := range paths[:min(limit, len(paths))] {
		text, err := s.Get(ctx, "/extract/"+id+"/bounding-box?fieldPath="+url.QueryEscape(path))
		if err != nil {
			return err
		}
		var place struct {
			Segments []struct {
				Page int         `json:"page"`
				Box  scoring.Box `json:"bounding_box"`
			} `json:"segments"`
		}
		if err := json.Unmarshal(text, &place); err != nil {
			return fmt.Errorf("reading the place of %s: %w", path, err)
		}
		r.Boxes++
		over := len(place.Segments) > 0
		for _, want := range r.Sample.Truth.Boxes[path] {
			over = over && slices.ContainsFunc(place.Segments, func(segment struct {
				Page int         `json:"page"`
				Box  scoring.Box `json:"bounding_box"`
			}) bool {
				box := segment.Box
				box.Page = segment.Page
				return box.Over(want)
			})
		}
		if over {
			r.BoxesInPlace++
		}
	}
	return nil
}
