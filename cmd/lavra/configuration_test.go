package main

import (
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"lavra.dev/platform/config"
	"lavra.dev/platform/tracing"
)

var update = flag.Bool("update", false, "write docs/configuration.md anew")

const configurationPage = "../../docs/configuration.md"

// TestOperatorsFindEverySetting makes docs/configuration.md of the settings and
// of the comments that stand over them in the source.
func TestOperatorsFindEverySetting(t *testing.T) {
	p := page{t: t, comments: map[string]map[string]string{}}
	p.print(`# Configuration

Written by ` + "`go test -run TestOperatorsFindEverySetting -update`" + ` in cmd/lavra, from the comments in the source: change those.

Settings are environment variables; sizes as ` + "`20MiB`, durations as `90s` or `72h`" + `, lists by comma. Of a secret, ` + "`NAME_FILE`" + ` may name a file that holds it.
` + "`lavra config [PROCESS]`" + ` checks what is set and prints it, secrets masked: values that cannot be read, values that do not go together, and names that are none, with the nearest that is one.
`)
	p.section(reflect.TypeFor[serviceSettings]())
	p.section(reflect.TypeFor[tracing.Config]())
	if *update {
		if err := os.WriteFile(configurationPage, []byte(p.text.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if there, _ := os.ReadFile(configurationPage); string(there) != p.text.String() {
		t.Errorf("docs/configuration.md does not say what the source says: run this test with -update")
	}
}

// page is the text being made.
type page struct {
	t        *testing.T
	text     strings.Builder
	comments map[string]map[string]string // by folder: Type.Field to comment
}

func (p *page) print(text string) { p.text.WriteString(text) }

var titles = map[string]string{
	"cmd/lavra.Settings": "The installation", "cmd/lavra.serviceSettings": "The processes", "platform/telemetry.Config": "Logs and metrics", "platform/tracing.Config": "Traces", "platform/web.Config": "HTTP",
	"ingest.Config": "Limits of a call", "platform/kafka.Access": "Access to Kafka and registry", "processors/extraction/llm.Config": "Language model",
}

// section writes the settings of a struct, and then those of the structs in it.
func (p *page) section(of reflect.Type) {
	folder := strings.TrimPrefix(strings.Replace(of.PkgPath(), "main", "lavra.dev/cmd/lavra", 1), "lavra.dev/")
	if strings.HasPrefix(of.PkgPath(), "lavra.dev/cmd/lavra") {
		folder = "cmd/lavra"
	}
	name := folder + "." + of.Name()
	title := titles[name]
	if title == "" {
		title = name
	}
	fmt.Fprintf(&p.text, "\n## %s\n\n| Setting | Default | |\n|---|---|---|\n", title)
	comments := p.folder(folder)
	settings := map[string]string{} // Go name to setting
	for i := range of.NumField() {
		if tag := of.Field(i).Tag.Get("env"); tag != "" {
			if !strings.HasPrefix(tag, "OTEL_") {
				tag = config.Prefix + tag
			}
			settings[of.Field(i).Name] = tag
		}
	}
	var inner []reflect.Type
	var names, defaults []string
	comment := ""
	flush := func() {
		if len(names) > 0 {
			fmt.Fprintf(&p.text, "| %s | %s | %s |\n", strings.Join(names, ", "), strings.Join(defaults, ", "), plain(comment, settings))
		}
		names, defaults = nil, nil
	}
	for i := range of.NumField() {
		field := of.Field(i)
		setting, ok := settings[field.Name]
		if !ok {
			if field.Type.Kind() == reflect.Struct && field.IsExported() {
				inner = append(inner, field.Type)
			}
			continue
		}
		if own := comments[of.Name()+"."+field.Name]; own != "" {
			flush() // fields without a comment belong to the one before them
			comment = own
		}
		if comment == "" {
			p.t.Errorf("%s has no comment over it in %s", setting, name)
		}
		names = append(names, "`"+setting+"`")
		if value := field.Tag.Get("envDefault"); value != "" {
			defaults = append(defaults, "`"+value+"`")
		}
	}
	flush()
	for _, section := range inner {
		p.section(section)
	}
}

// is begins a comment that says nothing but what its row says.
var is = regexp.MustCompile("^`(LAVRA|OTEL)_[A-Z_]+` (is|are) ")

var fieldName = regexp.MustCompile(`\b[A-Z][A-Za-z]+\b`)

// plain is a comment for those who know settings and not the source.
func plain(comment string, settings map[string]string) string {
	text := fieldName.ReplaceAllStringFunc(strings.Join(strings.Fields(comment), " "), func(name string) string {
		if setting := settings[name]; setting != "" {
			return "`" + setting + "`"
		}
		return name
	})
	text = strings.TrimPrefix(strings.TrimPrefix(text, is.FindString(text)), " ")
	return strings.NewReplacer("|", `\|`, "*", `\*`).Replace(text)
}

// folder reads the comments over the fields of a package's structs.
func (p *page) folder(folder string) map[string]string {
	if known := p.comments[folder]; known != nil {
		return known
	}
	found := map[string]string{}
	p.comments[folder] = found
	files, err := filepath.Glob(filepath.Join("../..", folder, "*.go"))
	if err != nil || len(files) == 0 {
		p.t.Fatalf("no source in %s: %v", folder, err)
	}
	for _, path := range files {
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ParseComments)
		if err != nil {
			p.t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			spec, ok := n.(*ast.TypeSpec)
			if !ok {
				return true
			}
			if of, ok := spec.Type.(*ast.StructType); ok {
				for _, field := range of.Fields.List {
					for _, name := range field.Names {
						found[spec.Name.Name+"."+name.Name] = field.Doc.Text() + field.Comment.Text()
					}
				}
			}
			return true
		})
	}
	return found
}

// Each of these configurations would have stopped a process later, or made it do
// something else than it was told.
func TestBadConfigurationsAreRefused(t *testing.T) {
	alone := map[string]string{"LAVRA_KAFKA_BROKERS": "kafka:9092", "LAVRA_SCHEMA_REGISTRY_URL": "http://registry", "LAVRA_CLICKHOUSE_DSN": "clickhouse://u:p@store:9000/default",
		"LAVRA_SECRET_KEY": "0123456789abcdef"}
	missing := filepath.Join(t.TempDir(), "none")
	tests := []struct {
		name, process string
		set           map[string]string
		want          []string
	}{
		{"listeners without a port", "up", map[string]string{"LAVRA_LISTEN": "foo", "LAVRA_METRICS_LISTEN": "9464"}, []string{"LAVRA_LISTEN: want host:port", "LAVRA_METRICS_LISTEN: want host:port"}},
		{"a store of no kind", "up", map[string]string{"LAVRA_BLOB_URL": "ftp://x"}, []string{"LAVRA_BLOB_URL: want file:///folder or s3://"}},
		{"a query store that could not write", "up", map[string]string{"LAVRA_CLICKHOUSE_MEMORY": "64MiB"}, []string{"LAVRA_CLICKHOUSE_MEMORY: want 256MiB or more"}},
		{"a short secret", "up", map[string]string{"LAVRA_SECRET_KEY": "short"}, []string{"LAVRA_SECRET_KEY: secret key is shorter than 16"}},
		{"one port twice", "up", map[string]string{"LAVRA_LISTEN": "0.0.0.0:9092"}, []string{"LAVRA_LISTEN, LAVRA_KAFKA_LISTEN: both listen on"}},
		{"results for minutes", "up", map[string]string{"LAVRA_KEEP_RESULTS": "5m"}, []string{"LAVRA_KEEP_RESULTS: want 24h or more"}},
		{"files that go before their turn", "up", map[string]string{"LAVRA_KEEP_FILES": "48h"}, []string{"LAVRA_KEEP_FILES: below LAVRA_MAX_DRAIN"}},
		{"a name mistyped", "up", map[string]string{"LAVRA_MAX_FILES": "1MiB", "LAVRA_QWERTYUIOP": "1"}, []string{"LAVRA_MAX_FILES: no such setting; LAVRA_MAX_FILE is one", "LAVRA_QWERTYUIOP: no such setting; `lavra config` prints"}},
		{"a batch smaller than a file", "up", map[string]string{"LAVRA_MAX_BATCH": "1MiB"}, []string{"LAVRA_MAX_BATCH: below LAVRA_MAX_FILE"}},
		{"blocks of nothing", "up", map[string]string{"LAVRA_SINK_ROWS": "0", "LAVRA_SINK_MAX_AGE": "1ms"}, []string{"LAVRA_SINK_ROWS: want 1 to 500000", "LAVRA_SINK_MIN_AGE, LAVRA_SINK_MAX_AGE"}},
		{"certificates that are not there", "up", map[string]string{"LAVRA_TLS_CERT": missing, "LAVRA_TLS_KEY": missing}, []string{"LAVRA_TLS_CERT and LAVRA_TLS_KEY: open"}},
		{"a secret in two places", "up", map[string]string{"LAVRA_SECRET_KEY": "0123456789abcdef", "LAVRA_SECRET_KEY_FILE": missing}, []string{"LAVRA_SECRET_KEY_FILE: LAVRA_SECRET_KEY is set too"}},
		{"unreadable and out of bounds at once", "up", map[string]string{"LAVRA_MAX_PAGES": "many", "LAVRA_TYPE_THRESHOLD": "7"}, []string{"LAVRA_MAX_PAGES: ", "LAVRA_TYPE_THRESHOLD: "}},
		{"parts that a process alone needs", "api", nil, []string{"LAVRA_KAFKA_BROKERS: needed", "LAVRA_SCHEMA_REGISTRY_URL: needed", "LAVRA_CLICKHOUSE_DSN: needed", "LAVRA_SECRET_KEY: services that run apart"}},
		{"a password in a wrong place", "sink", map[string]string{"LAVRA_CLICKHOUSE_DSN": "clickhouse://u:hunter2@ store"}, []string{"LAVRA_CLICKHOUSE_DSN: want clickhouse://user"}},
		{"brokers without ports", "processors", map[string]string{"LAVRA_KAFKA_BROKERS": "kafka,kafka2:9092"}, []string{"LAVRA_KAFKA_BROKERS: want host:port"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if test.process != "up" && test.set != nil {
				for name, value := range alone {
					t.Setenv(name, value)
				}
			}
			for name, value := range test.set {
				t.Setenv(name, value)
			}
			_, err := load(test.process)
			if err == nil {
				t.Fatal("taken")
			}
			for _, want := range test.want {
				if !strings.Contains(err.Error()+"\n", want) {
					t.Errorf("%q is not in: %v", want, err)
				}
			}
			if strings.Contains(err.Error(), "hunter2") {
				t.Errorf("the password shows: %v", err)
			}
		})
	}
}

// What Kubernetes and clients set is nobody's typing error, and a secret may come from a file.
func TestGoodConfigurationsAreTaken(t *testing.T) {
	file := filepath.Join(t.TempDir(), "secret")
	if err := os.WriteFile(file, []byte("0123456789abcdef\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, value := range map[string]string{"LAVRA_SECRET_KEY_FILE": file, "LAVRA_API_SERVICE_HOST": "10.0.0.1", "LAVRA_API_PORT_8091_TCP_ADDR": "10.0.0.1",
		"LAVRA_PORT": "tcp://10.0.0.1:8080", "LAVRA_URL": "http://x", "LAVRA_E2E_TIER": "kafka"} {
		t.Setenv(name, value)
	}
	s, err := load("up")
	if err != nil {
		t.Fatal(err)
	}
	if s.SecretKey.Reveal() != "0123456789abcdef" {
		t.Error("the secret's file was not read")
	}
}
