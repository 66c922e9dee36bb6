// Command quality sends sample documents through a real `lavra up`, compares
// what it answers with their truth, and writes the result as a page: per type,
// tag and field, with the calibration of the confidences and the boxes.
//
//	go run ./cmd/lavra/quality -tuned samples -fresh FOLDER -unknown FOLDER -out docs/quality.md
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
	"strings"
	"sync/atomic"
	"syscall"
	"time"

	"golang.org/x/sync/errgroup"

	"lavra.dev/cmd/lavra/trial"
	"lavra.dev/processors/extraction/scoring"
)

type options struct {
	bin, out string
	tuned    []string
	fresh    []string // other documents in the layouts tuned on
	unknown  []string // layouts nobody tuned on
	parallel int
	boxes    int
}

func main() {
	var o options
	var tuned, fresh, unknown string
	flag.StringVar(&o.bin, "bin", "bin/lavra", "the binary to score")
	flag.StringVar(&tuned, "tuned", "samples", "`folders` of samples that were looked at while tuning, by comma")
	flag.StringVar(&fresh, "fresh", "", "`folders` of samples that nobody looked at, by comma")
	flag.StringVar(&unknown, "unknown", "", "`folders` of samples that nobody looked at, in layouts that nobody tuned on, by comma")
	flag.StringVar(&o.out, "out", "docs/quality.md", "page to write")
	flag.IntVar(&o.parallel, "parallel", 3, "documents at once")
	flag.IntVar(&o.boxes, "boxes", 10, "bounding boxes asked for, per document")
	flag.Parse()
	o.tuned, o.fresh, o.unknown = list(tuned), list(fresh), list(unknown)
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, o); err != nil {
		fmt.Fprintln(os.Stderr, "quality:", err)
		os.Exit(1)
	}
}

func list(folders string) []string {
	return slices.DeleteFunc(strings.Split(folders, ","), func(f string) bool { return f == "" })
}

func run(ctx context.Context, o options) error {
	s, err := trial.Start(ctx, o.bin)
	if err != nil {
		return err
	}
	defer s.Close()
	var sets []set
	for _, group := range []struct {
		title   string
		folders []string
	}{{"Samples used for tuning", o.tuned}, {"Samples never looked at", o.fresh}, {"Samples never looked at, in layouts that nobody tuned on", o.unknown}} {
		if len(group.folders) == 0 {
			continue
		}
		results, err := score(ctx, s, group.folders, o)
		if err != nil {
			return err
		}
		sets = append(sets, set{group.title, results})
	}
	return writePage(o.out, sets, time.Now())
}

// score sends every sample below the folders, and shows how far it is.
func score(ctx context.Context, s *trial.Service, folders []string, o options) ([]scoring.Result, error) {
	samples, err := scoring.Load(folders)
	if err != nil {
		return nil, err
	}
	results := make([]scoring.Result, len(samples))
	var done atomic.Int64
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(o.parallel)
	for i, sample := range samples {
		group.Go(func() error {
			r, err := scoreOne(ctx, s, sample, o.boxes)
			if err != nil {
				return fmt.Errorf("%s: %w", sample.Name, err)
			}
			results[i] = r
			if n := done.Add(1); n%25 == 0 || int(n) == len(samples) {
				fmt.Fprintf(os.Stderr, "%d of %d documents\n", n, len(samples))
			}
			return nil
		})
	}
	return results, group.Wait()
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

func scoreOne(ctx context.Context, s *trial.Service, sample scoring.Sample, boxes int) (scoring.Result, error) {
	data, err := os.ReadFile(sample.Path)
	if err != nil {
		return scoring.Result{}, err
	}
	form := map[string]string{"timeout": "300000"}
	if sample.Truth.Tagged("xml") { // XML is only accepted with its type
		form["documentType"] = sample.Truth.DocumentType
	}
	start := time.Now()
	text, err := s.Extract(ctx, sample.Truth.File, data, form)
	if err != nil {
		return scoring.Result{}, err
	}
	r := scoring.Result{Sample: sample, Seconds: time.Since(start).Seconds()}
	var got answer
	if err := json.Unmarshal(text, &got); err != nil {
		return scoring.Result{}, fmt.Errorf("reading the answer: %w", err)
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
	return r, askBoxes(ctx, s, got.RequestID, boxes, &r)
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
