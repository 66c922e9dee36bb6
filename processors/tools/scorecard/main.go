// Command scorecard runs classification and extraction in process over folders of
// samples and says what is right: the work bench for catalogue entries.
//
//	go run ./tools/scorecard [-misses] [-type BOLETO] [-tag text] FOLDER...
//	go run ./tools/scorecard -sets FILE [-baseline FILE [-keep]]
//
// The second form is the gate: a line for each set, and an error when one has fallen.
//
// Readings are kept by content hash in -cache, so that OCR is paid for once. What
// counts as right is what the project's scorer over HTTP counts.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"strings"

	"lavra.dev/processors/tools/scoring"
)

func main() {
	var o options
	flag.StringVar(&o.cache, "cache", os.TempDir()+"/lavra-readings", "`folder` of kept readings")
	flag.StringVar(&o.types, "type", "", "only documents of these `types`, by comma")
	flag.StringVar(&o.tag, "tag", "", "only documents with this `tag`")
	flag.StringVar(&o.only, "only", "", "only documents whose name contains this")
	flag.BoolVar(&o.typed, "typed", false, "tell the type instead of detecting it")
	flag.BoolVar(&o.misses, "misses", false, "print every leaf that is wrong")
	flag.BoolVar(&o.fields, "fields", false, "print how each field fares")
	flag.BoolVar(&o.dump, "dump", false, "print the text and the fields of each document")
	flag.UintVar(&o.strange, "strange", 0, "read each document with one word in `so many` another that nobody knows; 0: as it is")
	flag.BoolVar(&o.kept, "kept", false, "leave out documents whose reading is not kept yet")
	flag.StringVar(&o.sets, "sets", "", "score the sets of this `file`, a line each: name folder...")
	flag.StringVar(&o.baseline, "baseline", "", "compare the sets with what this `file` keeps")
	flag.BoolVar(&o.keep, "keep", false, "keep the result as the baseline when no set has fallen")
	flag.Parse()
	if flag.NArg() == 0 && o.sets == "" {
		fmt.Fprintln(os.Stderr, "scorecard: name at least one folder of samples")
		os.Exit(2)
	}
	if err := run(context.Background(), o, flag.Args(), os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "scorecard:", err)
		os.Exit(1)
	}
}

type options struct {
	cache, types, tag, only                 string
	sets, baseline                          string
	strange                                 uint
	typed, misses, fields, dump, kept, keep bool
}

// wants reports whether the flags let a sample pass.
func (o options) wants(s scoring.Sample) bool {
	if o.only != "" && !strings.Contains(s.Name, o.only) {
		return false
	}
	if o.types != "" && !strings.Contains(","+o.types+",", ","+s.Truth.DocumentType+",") {
		return false
	}
	if o.tag == "" {
		return true
	}
	for _, t := range s.Truth.Tags {
		if t == o.tag {
			return true
		}
	}
	return false
}
