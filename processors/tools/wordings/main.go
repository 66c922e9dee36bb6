// Command wordings says how many labels of a pool of words are understood by themselves.
//
//	go run ./tools/wordings [-types] [-fields] [-list] POOL...
//
// In come folders of pools for the generator of samples; out goes a line for each: the share of its labels
// that name their field alone, that name it among others, that name another one only, and
// that name none, by cause. Each label stands before a colon on a page of its own, so nothing but
// its words speaks for it. Only -list prints wordings: it is for pools that may be looked at.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"lavra.dev/processors/extraction/compile"
	"lavra.dev/processors/tools/pools"
	"lavra.dev/schemas/catalogue"
)

func main() {
	types := flag.Bool("types", false, "a line for each type, too")
	fields := flag.Bool("fields", false, "a line for each field with labels that are not understood, too")
	list := flag.Bool("list", false, "print every label that is not understood")
	flag.Parse()
	if flag.NArg() == 0 {
		fmt.Fprintln(os.Stderr, "wordings: name at least one folder of pools")
		os.Exit(2)
	}
	for _, folder := range flag.Args() {
		if err := check(folder, *types, *fields, *list); err != nil {
			fmt.Fprintln(os.Stderr, "wordings:", err)
			os.Exit(1)
		}
	}
}

func check(folder string, types, fields, list bool) error {
	pool, err := pools.Labels(folder)
	if err != nil {
		return err
	}
	var all shares
	byType, byField := map[string]*shares{}, map[string]*shares{}
	for _, l := range pool {
		if !l.Wanted {
			continue
		}
		typ, _ := catalogue.Lookup(l.Type)
		r := understood(compile.Of(typ), l)
		all.add(r)
		at(byType, l.Type).add(r)
		at(byField, l.Type+"."+l.Key).add(r)
		if list && r.cause != alone {
			fmt.Printf("  %-12s %s.%s: %q %s\n", causes[r.cause], l.Type, l.Key, l.Text, strings.Join(r.named, " "))
		}
	}
	fmt.Printf("%-24s %s\n", filepath.Base(folder), &all)
	if types {
		lines(byType, func(*shares) bool { return true })
	}
	if fields {
		lines(byField, func(s *shares) bool { return s.count[alone] < s.total })
	}
	return nil
}

func at(by map[string]*shares, name string) *shares {
	if by[name] == nil {
		by[name] = &shares{}
	}
	return by[name]
}

func lines(by map[string]*shares, wanted func(*shares) bool) {
	names := make([]string, 0, len(by))
	for name := range by {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		if s := by[name]; wanted(s) {
			fmt.Printf("  %-48s %s\n", name, s)
		}
	}
}
