package main

import (
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"time"

	"lavra.dev/cmd/lavra/trial"
	"lavra.dev/processors/tools/scoring"
)

// page is a document that is sent again and again.
type page struct {
	name string
	data []byte
}

// wallCost measures what the walls around children cost, by a second service beside the first
// whose children have none (built with the tag bare). Each document goes to both, the first to
// have it changing, so that what else the machine does meets both alike.
func wallCost(ctx context.Context, walled *trial.Service, o options) error {
	bare, err := trial.Start(ctx, o.bare)
	if err != nil {
		return fmt.Errorf("starting the service without walls: %w", err)
	}
	defer bare.Close()
	walled.Peak.Stop()
	bare.Peak.Stop()
	texts, err := pages(o.samples, "text")
	if err != nil {
		return err
	}
	images, err := pages(o.samples, "scan", "photo")
	if err != nil {
		return err
	}
	fmt.Println("walls around children (seccomp, Landlock, namespaces, children by account and replaced): CPU of the tree, each document with and without")
	for _, work := range []struct {
		what     string
		pages    []page
		rounds   int
		accounts int // that send in turn
	}{
		{"text PDFs", slices.Repeat(texts, 4), o.wallRounds, 1},
		{"scans and photos", images, o.wallRounds, 1},
		{"text PDFs, each of another account", texts, o.wallRounds / 4, trial.Accounts},
	} {
		with, without, err := inTurns(ctx, walled, bare, work.pages, max(work.rounds, 2), work.accounts)
		if err != nil {
			return err
		}
		n := float64(len(work.pages))
		fmt.Printf("  %s, %d rounds of %.0f: with %.2f ms, without %.2f ms a document: %s\n",
			work.what, len(with), n, mean(with)/n, mean(without)/n, ratio(with, without))
	}
	fmt.Println()
	return nil
}

// inTurns sends each document to both services, in rounds after one that counts for nothing,
// and gives the milliseconds of CPU of each round, ClickHouse's child apart.
func inTurns(ctx context.Context, a, b *trial.Service, pages []page, rounds, accounts int) (ofA, ofB []float64, err error) {
	const settled = 200 * time.Millisecond // what goes on after the last answer: rows, children kept ready
	for round := range rounds + 1 {
		beforeA, _ := a.CPU()
		beforeB, _ := b.CPU()
		for i, p := range pages {
			pair := []*trial.Service{a, b}
			if (i+round)%2 == 1 {
				slices.Reverse(pair)
			}
			for _, s := range pair {
				if _, err := s.ExtractFor(ctx, i%accounts, p.name, p.data); err != nil {
					return nil, nil, err
				}
			}
		}
		time.Sleep(settled)
		afterA, _ := a.CPU()
		afterB, _ := b.CPU()
		if round > 0 { // engines load in the first, children are started
			ofA, ofB = append(ofA, ms(afterA-beforeA)), append(ofB, ms(afterB-beforeB))
		}
	}
	return ofA, ofB, nil
}

// ratio says how much more one cost than the other, with the standard error of its rounds.
func ratio(with, without []float64) string {
	var logs []float64
	for i := range with {
		logs = append(logs, math.Log(with[i]/without[i]))
	}
	center, sum := mean(logs), 0.0
	for _, l := range logs {
		sum += (l - center) * (l - center)
	}
	n := float64(len(logs))
	times := math.Exp(center)
	return fmt.Sprintf("%.3f x (± %.3f)", times, times*math.Sqrt(sum/(n-1)/n))
}

func mean(values []float64) float64 {
	sum := 0.0
	for _, v := range values {
		sum += v
	}
	return sum / float64(len(values))
}

// pages reads the samples that have one of the tags.
func pages(dir string, tags ...string) ([]page, error) {
	samples, err := scoring.Load([]string{dir})
	if err != nil {
		return nil, err
	}
	var found []page
	for _, s := range samples {
		if !slices.ContainsFunc(tags, s.Truth.Tagged) {
			continue
		}
		data, err := os.ReadFile(s.Path)
		if err != nil {
			return nil, fmt.Errorf("reading a sample: %w", err)
		}
		found = append(found, page{filepath.Base(s.Path), data})
	}
	if len(found) == 0 {
		return nil, fmt.Errorf("no samples in %s are tagged %v", dir, tags)
	}
	return found, nil
}
