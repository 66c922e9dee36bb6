// Package conformance holds the contract of the interface against the running
// service: one table, a row for each rule, each row named after the sentence
// that it checks. It runs against `lavra up` over the network.
//
// The rows stand in rules_*_test.go, by the part of the contract. What a sound
// engine never answers comes from made-up events in the log of the service. Every
// answer, and every request that is accepted, is also held against the OpenAPI
// document that the service itself serves.
package conformance

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
)

// rule is one sentence of the contract and what shows that it holds.
type rule struct {
	section  string // document and section
	sentence string // as the contract writes it
	check    func(w *world)
	// waits marks a check that mostly waits: it runs beside the others.
	waits bool
}

// The documents of the contract.
const (
	specification = "interface.md, "
	decisions     = "decisions.md, "
)

// rules is the whole table.
func rules() []rule {
	var all []rule
	for _, part := range [][]rule{
		requestRules, fileRules, addressRules, refusalRules, routeRules, accountRules, resultRules, classifyRules,
		statusRules, markdownRules, boxRules, batchRules, callbackRules, deliveryRules, idempotencyRules, limitRules, documentRules,
		memberRules(), endpointRules(), purposeRules, logRules, settingRules, outageRules,
	} {
		all = append(all, part...)
	}
	return all
}

func TestConformance(t *testing.T) {
	svc := startOnce(t)
	var passed atomic.Int64
	all := rules()
	defer func() { fmt.Printf("conformance: %d rules, %d pass\n", len(all), passed.Load()) }()
	t.Run("rules", func(t *testing.T) { // ends when the rows that wait have ended
		for _, r := range all {
			t.Run(r.section+": "+r.sentence, func(t *testing.T) {
				if r.waits {
					t.Parallel()
				}
				t.Cleanup(func() {
					if !t.Failed() {
						passed.Add(1)
					}
				})
				r.check(&world{T: t, service: svc, key: mainKey})
			})
		}
	})
}

func TestEveryRowIsNamedOnce(t *testing.T) {
	seen := map[string]bool{}
	for _, r := range rules() {
		name := r.section + ": " + r.sentence
		if seen[name] {
			t.Errorf("two rows: %s", name)
		}
		seen[name] = true
		if r.check == nil {
			t.Errorf("%s: no check", name)
		}
	}
}

// TestEveryRowQuotesTheContract reads the documents where LAVRA_CONTRACT_DIR
// says they are.
func TestEveryRowQuotesTheContract(t *testing.T) {
	dir := os.Getenv("LAVRA_CONTRACT_DIR")
	if dir == "" {
		t.Skip("LAVRA_CONTRACT_DIR is not set: the documents of the contract are not at hand")
	}
	flat := func(s string) string { return strings.Join(strings.Fields(s), " ") }
	documents := map[string]string{}
	for _, name := range []string{"interface.md", "decisions.md"} {
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		documents[name] = flat(string(text))
	}
	for _, r := range rules() {
		name, section, _ := strings.Cut(r.section, ", ")
		if !strings.Contains(documents[name], "# "+section) {
			t.Errorf("%s has no section %q", name, section)
		}
		for _, part := range strings.Split(r.sentence, " … ") {
			if !strings.Contains(documents[name], flat(part)) {
				t.Errorf("%s does not say %q", name, part)
			}
		}
	}
}

var (
	once    sync.Once
	shared  *service
	startup error
)

// startOnce gives the service that the whole package shares.
func startOnce(t *testing.T) *service {
	t.Helper()
	once.Do(func() { shared, startup = startService() })
	if startup != nil {
		t.Fatal(startup)
	}
	return shared
}

func TestMain(m *testing.M) {
	flag.Parse()
	// Rows that wait do nothing meanwhile: all at once, however few cores there are.
	if err := flag.Set("test.parallel", "32"); err != nil {
		panic(err)
	}
	code := m.Run()
	if shared != nil {
		if code != 0 {
			shared.printLog()
		}
		shared.stop()
	}
	os.Exit(code)
}
