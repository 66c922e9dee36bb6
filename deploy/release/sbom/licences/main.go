// Command licences checks the licences of a program's parts against a list.
//
//	licences allowed.txt < bom.json
//
// In comes a list of parts (CycloneDX); out goes how many parts have which licence. A part whose
// licence is not in the list, or that has none, is named and ends the command with 1.
package main

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: licences LIST < BOM")
		os.Exit(2)
	}
	list, err := os.ReadFile(os.Args[1])
	if err == nil {
		err = check(os.Stdin, string(list), os.Stdout)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "licences:", err)
		os.Exit(1)
	}
}

// own are this project's modules: they are no part of others.
const own = "lavra.dev/"

type part struct {
	Name     string
	Version  string
	Licenses []licence
	Evidence struct{ Licenses []licence }
}

type licence struct{ License struct{ ID, Name string } }

func check(bom io.Reader, list string, out io.Writer) error {
	var b struct{ Components []part }
	if err := json.NewDecoder(bom).Decode(&b); err != nil {
		return fmt.Errorf("reading the list of parts: %w", err)
	}
	if len(b.Components) == 0 {
		return fmt.Errorf("the list of parts is empty")
	}
	allowed := map[string]bool{}
	for line := range strings.Lines(list) {
		if id, _, _ := strings.Cut(strings.TrimSpace(line), " "); id != "" && id != "#" {
			allowed[id] = true
		}
	}
	count, bad := map[string]int{}, []string(nil)
	for _, p := range b.Components {
		if strings.HasPrefix(p.Name, own) {
			continue
		}
		found := append(p.Licenses, p.Evidence.Licenses...)
		if len(found) == 0 {
			bad = append(bad, p.Name+" has none that was found")
		}
		for _, l := range found {
			id := l.License.ID + l.License.Name // a licence has one of them
			if count[id]++; !allowed[id] {
				bad = append(bad, p.Name+" has "+id)
			}
		}
	}
	for _, id := range slices.Sorted(maps.Keys(count)) {
		fmt.Fprintf(out, "%4d %s\n", count[id], id)
	}
	if len(bad) > 0 {
		return fmt.Errorf("not in the list:\n%s", strings.Join(bad, "\n"))
	}
	return nil
}
