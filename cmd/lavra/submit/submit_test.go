package submit_test

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/parquet-go/parquet-go"

	"lavra.dev/cmd/lavra/submit"
)

// TestMain runs `lavra submit` in place of the tests where it is asked to: tests
// kill it, which they could not survive themselves.
func TestMain(m *testing.M) {
	if os.Getenv("LAVRA_TEST_SUBMIT") == "" {
		os.Exit(m.Run())
	}
	ctx, _ := signal.NotifyContext(context.Background(), os.Interrupt)
	cmd := submit.Command()
	cmd.SilenceErrors, cmd.SilenceUsage = true, true
	err := cmd.ExecuteContext(ctx)
	var exit *submit.Exit
	switch {
	case errors.As(err, &exit):
		fmt.Fprintln(os.Stderr, err)
		os.Exit(exit.Code)
	case err != nil:
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// command is `lavra submit` as a process.
func command(t *testing.T, s *service, arguments ...string) *exec.Cmd {
	t.Helper()
	cmd := exec.Command(os.Args[0], arguments...)
	cmd.Env = append(os.Environ(), "LAVRA_TEST_SUBMIT=1", "LAVRA_API_KEY="+apiKey, "LAVRA_URL="+s.URL)
	return cmd
}

// finish runs it to its end and gives its exit code and what it printed.
func finish(t *testing.T, cmd *exec.Cmd) (code int, stdout, stderr string) {
	t.Helper()
	var out, faults bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &faults
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return cmd.ProcessState.ExitCode(), out.String(), faults.String()
}

// folder makes files, each with a content of its own.
func folder(t *testing.T, n int) string {
	t.Helper()
	dir := t.TempDir()
	for i := range n {
		// The same names in several folders, as customers send them.
		path := filepath.Join(dir, fmt.Sprintf("cliente-%02d", i%7), fmt.Sprintf("nota-%d.pdf", i/7))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, fmt.Appendf(nil, "conteúdo %d", i), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func lines(path string) int {
	text, _ := os.ReadFile(path)
	return bytes.Count(text, []byte("\n"))
}

func rowsOf(t *testing.T, text string) (rows []submit.Row) {
	t.Helper()
	for line := range strings.Lines(text) {
		var r submit.Row
		if err := json.Unmarshal([]byte(line), &r); err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		rows = append(rows, r)
	}
	return rows
}

// Killed five times and started again, a run sends each file once and has one
// row of each. LAVRA_TEST_SUBMIT_FILES sets how many files.
func TestKilledAndStartedAgain(t *testing.T) {
	files := 1000
	if n, err := strconv.Atoi(os.Getenv("LAVRA_TEST_SUBMIT_FILES")); err == nil {
		files = n
	}
	const kills = 5
	for _, form := range []string{"jsonl", "parquet"} {
		t.Run(form, func(t *testing.T) {
			s := newService(t, 20)
			dir := folder(t, files)
			out := filepath.Join(t.TempDir(), "resultados."+form)
			kept := out
			if form == "parquet" {
				kept += ".rows"
			}
			arguments := []string{"--out", out, "--batch", "20", dir}
			for kill := range kills {
				cmd := command(t, s, arguments...)
				if err := cmd.Start(); err != nil {
					t.Fatal(err)
				}
				await(t, "rows of run "+strconv.Itoa(kill), func() bool { return lines(kept) > files*(kill+1)/(kills+2) })
				_ = cmd.Process.Kill()
				_ = cmd.Wait() // it was killed
			}
			code, _, said := finish(t, command(t, s, arguments...))
			if code != 0 || !strings.Contains(said, "were done before") {
				t.Fatalf("exit %d: %s", code, said)
			}
			t.Log(said)
			if accepted, twice := s.once(); accepted != files || twice != 0 {
				t.Errorf("of %d files %d were accepted, %d of them more than once", files, accepted, twice)
			}
			seen := map[string]int{}
			if form == "parquet" {
				for _, r := range parquetRows(t, out) {
					seen[r.File]++
				}
			} else {
				text, _ := os.ReadFile(out)
				for _, r := range rowsOf(t, string(text)) {
					seen[r.File]++
				}
			}
			for file, n := range seen {
				if n != 1 {
					t.Errorf("%s has %d rows", file, n)
				}
			}
			if len(seen) != files {
				t.Errorf("%d of %d files have a row", len(seen), files)
			}
			if code, _, said := finish(t, command(t, s, arguments...)); code != 0 || !strings.HasPrefix(said, "0 documents") {
				t.Errorf("once more: exit %d: %s", code, said)
			}
		})
	}
}

type parquetRow struct {
	File        string  `parquet:"file"`
	Status      string  `parquet:"status"`
	Reliability float64 `parquet:"reliability_score,optional"`
	Fields      string  `parquet:"fields"`
}

func parquetRows(t *testing.T, path string) []parquetRow {
	t.Helper()
	rows, err := parquet.ReadFile[parquetRow](path)
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

// await waits for what another process does.
func await(t *testing.T, what string, ok func() bool) {
	t.Helper()
	for deadline := time.Now().Add(5 * time.Minute); !ok(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("never seen: %s", what)
		}
	}
}

func TestExitCodes(t *testing.T) {
	s := newService(t, 0)
	good := folder(t, 3)
	bad := folder(t, 30)
	if err := os.WriteFile(filepath.Join(bad, "cliente-03", "nota-2.pdf"), []byte("bloqueado"), 0o600); err != nil {
		t.Fatal(err)
	}
	tests := map[string]struct {
		arguments []string
		env       string
		want      int
		say       string
	}{
		"all read":             {[]string{good}, "", 0, "3 documents"},
		"one of many refused":  {[]string{bad}, "", submit.ExitDocuments, "29 success 1 refused"},
		"alone and refused":    {[]string{"--sync", filepath.Join(bad, "cliente-03")}, "", submit.ExitDocuments, "3 success 1 refused"},
		"unknown key":          {[]string{good}, "LAVRA_API_KEY=outra", submit.ExitUnauthorized, "401"},
		"inactive account":     {[]string{good}, "LAVRA_API_KEY=inativa", submit.ExitUnauthorized, "403"},
		"nobody there":         {[]string{"--patience", "1ms", good}, "LAVRA_URL=http://127.0.0.1:1", submit.ExitAway, "did not answer"},
		"no such file":         {[]string{"não-há.pdf"}, "", 1, "no such file or folder"},
		"everything wrong":     {[]string{"--parallel", "0", "--sync", "--no-wait", "--metadata", "{", good}, "", 1, "--parallel"},
		"unknown form":         {[]string{"--format", "xls", good}, "", 1, "want text, jsonl, csv or parquet"},
		"Parquet without file": {[]string{"--format", "parquet", good}, "", 1, "--out"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			cmd := command(t, s, test.arguments...)
			cmd.Env = append(cmd.Env, test.env)
			code, stdout, said := finish(t, cmd)
			if code != test.want || !strings.Contains(said, test.say) {
				t.Errorf("exit %d, want %d; it says %q", code, test.want, said)
			}
			if strings.Contains(stdout, "documents in") {
				t.Errorf("messages stand among the results: %s", stdout)
			}
		})
	}
}

// Ctrl-C ends with a summary, and the next run goes on.
func TestInterrupted(t *testing.T) {
	s := newService(t, 0)
	out := filepath.Join(t.TempDir(), "r.jsonl")
	dir := folder(t, 3000)
	cmd := command(t, s, "--out", out, "--batch", "1", dir)
	var said bytes.Buffer
	cmd.Stderr = &said
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	await(t, "the first rows", func() bool { return lines(out) > 10 })
	if err := cmd.Process.Signal(syscall.SIGINT); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait()
	if code := cmd.ProcessState.ExitCode(); code != submit.ExitInterrupted || !strings.Contains(said.String(), "the same command goes on") {
		t.Fatalf("exit %d: %s", code, said.String())
	}
	if code, _, said := finish(t, command(t, s, "--out", out, dir)); code != 0 {
		t.Fatalf("exit %d: %s", code, said)
	}
	if accepted, twice := s.once(); accepted != 3000 || twice != 0 || lines(out) != 3000 {
		t.Errorf("%d accepted, %d twice, %d rows", accepted, twice, lines(out))
	}
}

func TestManifest(t *testing.T) {
	s := newService(t, 0)
	dir := folder(t, 3)
	for name, form := range map[string]struct {
		text  string
		wrong []string
	}{
		"lote.csv": {"\ufefffile;reference_id;document_type;metadata\n" +
			"cliente-00/nota-0.pdf;pedido-1;RECIBO;\"{\"\"loja\"\": 7}\"\n" + "cliente-01/nota-0.pdf;pedido-2;;\n",
			[]string{"arquivo\na.pdf\n", "file,metadata\ncliente-00/nota-0.pdf,{\n", "file\nnão-há.pdf\n", "file\n\"\"\n"}},
		"lote.jsonl": {`{"file":"cliente-00/nota-0.pdf","reference_id":"pedido-1","document_type":"RECIBO","metadata":{"loja":7}}` + "\n" +
			`{"file":"cliente-01/nota-0.pdf","reference_id":"pedido-2","metadata":null}`,
			[]string{`{"arquivo":"a.pdf"}`, `{"file":"cliente-00/nota-0.pdf","metadata":{`, `{"file":"não-há.pdf"}`, `{}`, `[]`}},
	} {
		manifest := filepath.Join(dir, name)
		if err := os.WriteFile(manifest, []byte(form.text), 0o600); err != nil {
			t.Fatal(err)
		}
		code, stdout, said := finish(t, command(t, s, "--format", "jsonl", "--manifest", manifest, filepath.Join(dir, "cliente-0*", "*.pdf")))
		if code != 0 {
			t.Fatalf("exit %d: %s", code, said)
		}
		references := map[string]string{}
		for _, r := range rowsOf(t, stdout) {
			if r.ReferenceID != nil {
				references[filepath.Base(filepath.Dir(r.File))] = *r.ReferenceID
			} else {
				references[filepath.Base(filepath.Dir(r.File))] = "none"
			}
		}
		if want := (map[string]string{"cliente-00": "pedido-1", "cliente-01": "pedido-2", "cliente-02": "none"}); fmt.Sprint(references) != fmt.Sprint(want) {
			t.Errorf("%s: got %v, want %v", name, references, want)
		}
		for _, wrong := range form.wrong {
			if err := os.WriteFile(manifest, []byte(wrong), 0o600); err != nil {
				t.Fatal(err)
			}
			if code, _, said := finish(t, command(t, s, "--manifest", manifest)); code != 1 || !strings.Contains(said, "manifest") {
				t.Errorf("%q: exit %d: %s", wrong, code, said)
			}
		}
	}
}

func TestFormsOfResults(t *testing.T) {
	s := newService(t, 0)
	dir := folder(t, 1)
	_, stdout, _ := finish(t, command(t, s, "--format", "csv", dir))
	rows, err := csv.NewReader(strings.NewReader(stdout)).ReadAll()
	if err != nil || len(rows) != 2 {
		t.Fatalf("%v: %s", err, stdout)
	}
	row := map[string]string{}
	for i, name := range rows[0] {
		row[name] = rows[1][i]
	}
	if row["status"] != "success" || row["reliability_score"] != "97.5" || row["missing_fields"] != "local" || !strings.Contains(row["fields"], `"valor":12.5`) {
		t.Errorf("got %v", row)
	}
	if err := os.Rename(filepath.Join(dir, "cliente-00", "nota-0.pdf"), filepath.Join(dir, "cliente-00", "=1+1.pdf")); err != nil {
		t.Fatal(err)
	}
	cmd := command(t, s, "--format", "csv", "=1+1.pdf")
	cmd.Dir = filepath.Join(dir, "cliente-00")
	if _, stdout, _ := finish(t, cmd); !strings.Contains(stdout, "'=1+1.pdf") {
		t.Errorf("a name of a file can be a formula: %s", stdout)
	}
	out := filepath.Join(t.TempDir(), "r.parquet")
	if code, _, said := finish(t, command(t, s, "--out", out, dir)); code != 0 {
		t.Fatal(said)
	}
	if got := parquetRows(t, out); len(got) != 1 || got[0].Reliability != 97.5 || !strings.Contains(got[0].Fields, "HYPERLINK") {
		t.Errorf("got %+v", got)
	}
}

// What an earlier run left is never spoilt by a run that does not belong to it.
func TestRunsThatDoNotBelong(t *testing.T) {
	s, other := newService(t, 0), newService(t, 0)
	dir := folder(t, 2)
	out := filepath.Join(t.TempDir(), "r.jsonl")
	if code, _, said := finish(t, command(t, s, "--out", out, dir)); code != 0 {
		t.Fatal(said)
	}
	before, _ := os.ReadFile(out)
	for name, arguments := range map[string][]string{
		"another service":        {"--url", other.URL, "--out", out, dir},
		"results without theirs": {"--journal", filepath.Join(t.TempDir(), "other"), "--out", out, dir},
	} {
		if code, _, said := finish(t, command(t, s, arguments...)); code != 1 {
			t.Errorf("%s: exit %d: %s", name, code, said)
		}
	}
	if after, _ := os.ReadFile(out); !bytes.Equal(before, after) {
		t.Error("the results were changed")
	}
}
