package schemaregistry

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/twmb/franz-go/pkg/sr"
)

const (
	docV1     = `{"type":"record","name":"Doc","namespace":"ex","fields":[{"name":"id","type":"string"},{"name":"pages","type":"int"}]}`
	docV1Text = `{ "namespace":"ex", "name":"Doc", "type":"record",
		"fields":[{"type":"string","name":"id"},{"name":"pages","type":"int"}]}`
	docOptional = `{"type":"record","name":"Doc","namespace":"ex","fields":[{"name":"id","type":"string"},{"name":"pages","type":"int"},{"name":"lang","type":["null","string"],"default":null}]}`
	docRequired = `{"type":"record","name":"Doc","namespace":"ex","fields":[{"name":"id","type":"string"},{"name":"pages","type":"int"},{"name":"lang","type":"string"}]}`
	docFewer    = `{"type":"record","name":"Doc","namespace":"ex","fields":[{"name":"id","type":"string"}]}`
	docLong     = `{"type":"record","name":"Doc","namespace":"ex","fields":[{"name":"id","type":"string"},{"name":"pages","type":"long"}]}`
)

func avroSchema(text string) sr.Schema { return sr.Schema{Schema: text, Type: sr.TypeAvro} }

// serve starts the registry of a directory and a client for it.
func serve(t *testing.T, dir string) (*sr.Client, string) {
	t.Helper()
	registry, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(registry.Handler())
	t.Cleanup(server.Close)
	client, err := sr.NewClient(sr.URLs(server.URL))
	if err != nil {
		t.Fatal(err)
	}
	return client, server.URL
}

func mustRegister(t *testing.T, client *sr.Client, subject, text string) sr.SubjectSchema {
	t.Helper()
	registered, err := client.CreateSchema(t.Context(), subject, avroSchema(text))
	if err != nil {
		t.Fatalf("registering in %s: %v", subject, err)
	}
	return registered
}

func setLevel(t *testing.T, client *sr.Client, level sr.CompatibilityLevel, subject string) {
	t.Helper()
	for _, result := range client.SetCompatibility(t.Context(), sr.SetCompatibility{Level: level}, subject) {
		if result.Err != nil || result.Level != level {
			t.Fatalf("setting %v: got %v, %v", level, result.Level, result.Err)
		}
	}
}

func wantCode(t *testing.T, err error, code int) {
	t.Helper()
	var answer *sr.ResponseError
	if !errors.As(err, &answer) || answer.ErrorCode != code {
		t.Fatalf("got error %v, want code %d", err, code)
	}
}

func TestASchemaIsFoundAgainByEveryRoute(t *testing.T) {
	client, url := serve(t, t.TempDir())
	ctx := t.Context()
	first := mustRegister(t, client, "docs-value", docV1)
	if first.Version != 1 || first.ID == 0 {
		t.Fatalf("got version %d, id %d", first.Version, first.ID)
	}
	if again := mustRegister(t, client, "docs-value", docV1Text); again.ID != first.ID || again.Version != 1 {
		t.Errorf("the same schema written differently got id %d version %d", again.ID, again.Version)
	}
	if other := mustRegister(t, client, "a/b c", docV1); other.ID != first.ID {
		t.Errorf("the same schema in another subject got id %d, want %d", other.ID, first.ID)
	}
	second := mustRegister(t, client, "docs-value", docOptional)
	if second.Version != 2 || second.ID == first.ID {
		t.Errorf("got version %d, id %d", second.Version, second.ID)
	}

	if s, err := client.SchemaByID(ctx, first.ID); err != nil || s.Schema != docV1 {
		t.Errorf("by id: %q, %v", s.Schema, err)
	}
	if text, err := client.SchemaTextByID(ctx, second.ID); err != nil || text != docOptional {
		t.Errorf("text by id: %q, %v", text, err)
	}
	if s, err := client.SchemaByVersion(ctx, "docs-value", -1); err != nil || s.Version != 2 || s.Schema.Schema != docOptional {
		t.Errorf("latest: %+v, %v", s, err)
	}
	if text, err := client.SchemaTextByVersion(ctx, "docs-value", 1); err != nil || text != docV1 {
		t.Errorf("text by version: %q, %v", text, err)
	}
	if s, err := client.LookupSchema(ctx, "docs-value", avroSchema(docOptional)); err != nil || s.ID != second.ID || s.Version != 2 {
		t.Errorf("lookup: %+v, %v", s, err)
	}
	if names, err := client.Subjects(ctx); err != nil || !slices.Equal(names, []string{"a/b c", "docs-value"}) {
		t.Errorf("subjects: %q, %v", names, err)
	}
	if names, err := client.SubjectsByID(ctx, first.ID); err != nil || !slices.Equal(names, []string{"a/b c", "docs-value"}) {
		t.Errorf("subjects by id: %q, %v", names, err)
	}
	if versions, err := client.SubjectVersions(ctx, "docs-value"); err != nil || !slices.Equal(versions, []int{1, 2}) {
		t.Errorf("versions: %v, %v", versions, err)
	}
	if all, err := client.AllSchemas(ctx); err != nil || len(all) != 3 {
		t.Errorf("all schemas: %d, %v", len(all), err)
	}
	if refs, err := client.SchemaReferences(ctx, "docs-value", 1); err != nil || len(refs) != 0 {
		t.Errorf("references: %v, %v", refs, err)
	}
	if types, err := client.SupportedTypes(ctx); err != nil || !slices.Equal(types, []sr.SchemaType{sr.TypeAvro}) {
		t.Errorf("types: %v, %v", types, err)
	}
	response, err := http.Get(url + "/")
	if err != nil || response.StatusCode != http.StatusOK {
		t.Fatalf("root: %v", err)
	}
	response.Body.Close()
}

func TestOnlyCompatibleSchemasFollow(t *testing.T) {
	tests := []struct {
		level sr.CompatibilityLevel
		next  string
		ok    bool
	}{
		{sr.CompatNone, docRequired, true},
		{sr.CompatBackward, docOptional, true},
		{sr.CompatBackward, docRequired, false}, // old records lack the field
		{sr.CompatBackward, docFewer, true},
		{sr.CompatBackward, docLong, true}, // an int is read as a long
		{sr.CompatForward, docRequired, true},
		{sr.CompatForward, docFewer, false}, // the old reader lacks a default
		{sr.CompatForward, docLong, false},
		{sr.CompatFull, docOptional, true},
		{sr.CompatFull, docLong, false},
		{sr.CompatFullTransitive, docOptional, true},
		{sr.CompatFullTransitive, docFewer, false},
	}
	for _, test := range tests {
		t.Run(test.level.String(), func(t *testing.T) {
			client, _ := serve(t, t.TempDir())
			setLevel(t, client, test.level, "docs")
			mustRegister(t, client, "docs", docV1)
			checked, err := client.CheckCompatibility(sr.WithParams(t.Context(), sr.Verbose), "docs", -1, avroSchema(test.next))
			if err != nil || checked.Is != test.ok {
				t.Errorf("check says %v (%v), want %v", checked.Is, err, test.ok)
			}
			if checked.Is == (len(checked.Messages) > 0) {
				t.Errorf("compatible %v with messages %q", checked.Is, checked.Messages)
			}
			_, err = client.CreateSchema(t.Context(), "docs", avroSchema(test.next))
			if test.ok && err != nil {
				t.Errorf("refused: %v", err)
			}
			if !test.ok {
				wantCode(t, err, 409)
			}
		})
	}
}

func TestTransitiveLevelsLookAtEveryVersion(t *testing.T) {
	// Each step reads its predecessor, but the third cannot read the first:
	// there the field was a string without a default in between.
	first := `{"type":"record","name":"D","fields":[{"name":"a","type":"string"}]}`
	second := `{"type":"record","name":"D","fields":[]}`
	third := `{"type":"record","name":"D","fields":[{"name":"a","type":"int","default":0}]}`
	for _, test := range []struct {
		level sr.CompatibilityLevel
		ok    bool
	}{{sr.CompatBackward, true}, {sr.CompatBackwardTransitive, false}} {
		t.Run(test.level.String(), func(t *testing.T) {
			client, _ := serve(t, t.TempDir())
			setLevel(t, client, test.level, "")
			mustRegister(t, client, "d", first)
			mustRegister(t, client, "d", second)
			_, err := client.CreateSchema(t.Context(), "d", avroSchema(third))
			if (err == nil) != test.ok {
				t.Errorf("registering: %v, want success %v", err, test.ok)
			}
			checked, err := client.CheckCompatibility(t.Context(), "d", -2, avroSchema(third))
			if err != nil || checked.Is != test.ok {
				t.Errorf("checking against all: %v, %v", checked.Is, err)
			}
		})
	}
}

func TestTheDefaultLevelIsFullTransitive(t *testing.T) {
	client, _ := serve(t, t.TempDir())
	if got := client.Compatibility(t.Context())[0]; got.Err != nil || got.Level != sr.CompatFullTransitive {
		t.Fatalf("got %v, %v", got.Level, got.Err)
	}
	wantCode(t, client.Compatibility(t.Context(), "docs")[0].Err, 40408)
	setLevel(t, client, sr.CompatForward, "docs")
	if got := client.Compatibility(t.Context(), "docs")[0]; got.Err != nil || got.Level != sr.CompatForward {
		t.Fatalf("got %v, %v", got.Level, got.Err)
	}
	if got := client.ResetCompatibility(t.Context(), "docs")[0]; got.Err != nil {
		t.Fatal(got.Err)
	}
	withGlobal := sr.WithParams(t.Context(), sr.DefaultToGlobal)
	if got := client.Compatibility(withGlobal, "docs")[0]; got.Err != nil || got.Level != sr.CompatFullTransitive {
		t.Fatalf("got %v, %v", got.Level, got.Err)
	}
}

func TestDeletionIsSoftFirst(t *testing.T) {
	client, _ := serve(t, t.TempDir())
	ctx := t.Context()
	first := mustRegister(t, client, "docs", docV1)
	mustRegister(t, client, "docs", docOptional)
	wantCode(t, client.DeleteSchema(ctx, "docs", 2, sr.HardDelete), 40407)
	if err := client.DeleteSchema(ctx, "docs", 2, sr.SoftDelete); err != nil {
		t.Fatal(err)
	}
	wantCode(t, client.DeleteSchema(ctx, "docs", 2, sr.SoftDelete), 40406)
	if versions, err := client.SubjectVersions(ctx, "docs"); err != nil || !slices.Equal(versions, []int{1}) {
		t.Fatalf("versions: %v, %v", versions, err)
	}
	_, err := client.DeleteSubject(ctx, "docs", sr.HardDelete)
	wantCode(t, err, 40405)
	if versions, err := client.DeleteSubject(ctx, "docs", sr.SoftDelete); err != nil || !slices.Equal(versions, []int{1}) {
		t.Fatalf("soft: %v, %v", versions, err)
	}
	_, err = client.SubjectVersions(ctx, "docs")
	wantCode(t, err, 40401)
	if versions, err := client.SubjectVersions(sr.WithParams(ctx, sr.ShowDeleted), "docs"); err != nil || len(versions) != 2 {
		t.Fatalf("deleted versions: %v, %v", versions, err)
	}
	if versions, err := client.DeleteSubject(ctx, "docs", sr.HardDelete); err != nil || !slices.Equal(versions, []int{1, 2}) {
		t.Fatalf("hard: %v, %v", versions, err)
	}
	if s, err := client.SchemaByID(ctx, first.ID); err != nil || s.Schema != docV1 {
		t.Fatalf("a record's schema must outlive its subject: %v", err)
	}
}

func TestAReadOnlySubjectTakesNoSchema(t *testing.T) {
	client, _ := serve(t, t.TempDir())
	if got := client.Mode(t.Context())[0]; got.Err != nil || got.Mode != sr.ModeReadWrite {
		t.Fatalf("got %v, %v", got.Mode, got.Err)
	}
	if got := client.SetMode(t.Context(), sr.ModeReadOnly, "docs")[0]; got.Err != nil {
		t.Fatal(got.Err)
	}
	_, err := client.CreateSchema(t.Context(), "docs", avroSchema(docV1))
	wantCode(t, err, 42205)
	if got := client.ResetMode(t.Context(), "docs")[0]; got.Err != nil {
		t.Fatal(got.Err)
	}
	mustRegister(t, client, "docs", docV1)
	wantCode(t, client.SetMode(t.Context(), sr.ModeImport)[0].Err, 42204)
}

func TestEverythingIsThereAfterARestart(t *testing.T) {
	dir := t.TempDir()
	client, _ := serve(t, dir)
	setLevel(t, client, sr.CompatBackward, "docs")
	registered := mustRegister(t, client, "docs", docV1)

	client, _ = serve(t, dir) // nothing was closed: as after a kill
	s, err := client.SchemaByID(t.Context(), registered.ID)
	if err != nil || s.Schema != docV1 {
		t.Fatalf("by id: %v", err)
	}
	if got := client.Compatibility(t.Context(), "docs")[0]; got.Level != sr.CompatBackward {
		t.Errorf("level: %v", got.Level)
	}
	next := mustRegister(t, client, "docs", docOptional)
	if next.ID <= registered.ID || next.Version != 2 {
		t.Errorf("next is id %d version %d", next.ID, next.Version)
	}
}

func TestBadRequestsAreRefused(t *testing.T) {
	_, url := serve(t, t.TempDir())
	tests := []struct {
		name, method, path, body string
		status                   int
	}{
		{"no schema", "POST", "/subjects/a/versions", `{}`, 422},
		{"no Avro", "POST", "/subjects/a/versions", `{"schema":"{\"type\":\"recrod\"}"}`, 422},
		{"another kind", "POST", "/subjects/a/versions", `{"schema":"{}","schemaType":"JSON"}`, 422},
		{"references", "POST", "/subjects/a/versions", `{"schema":"\"int\"","references":[{"name":"x"}]}`, 422},
		{"no JSON", "POST", "/subjects/a/versions", `schema`, 400},
		{"an identifier of one's own", "POST", "/subjects/a/versions", `{"schema":"\"int\"","id":7}`, 422},
		{"too large", "POST", "/subjects/a/versions", `{"schema":"` + strings.Repeat("x", maxBody) + `"}`, 413},
		{"unknown subject", "GET", "/subjects/none/versions/latest", "", 404},
		{"no version", "GET", "/subjects/none/versions/first", "", 422},
		{"unknown id", "GET", "/schemas/ids/99", "", 404},
		{"no id", "GET", "/schemas/ids/x", "", 404},
		{"unknown level", "PUT", "/config", `{"compatibility":"SOME"}`, 422},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			request, err := http.NewRequestWithContext(t.Context(), test.method, url+test.path, strings.NewReader(test.body))
			if err != nil {
				t.Fatal(err)
			}
			response, err := http.DefaultClient.Do(request)
			if err != nil {
				t.Fatal(err)
			}
			defer response.Body.Close()
			body, _ := io.ReadAll(response.Body)
			if response.StatusCode != test.status || !strings.Contains(string(body), `"error_code"`) {
				t.Errorf("got %d %s, want %d", response.StatusCode, body, test.status)
			}
		})
	}
}

func FuzzRegistering(f *testing.F) {
	f.Add(`{"schema":"\"int\""}`)
	f.Add(`{"schema":"{\"type\":\"record\",\"name\":\"D\",\"fields\":[{\"name\":\"d\",\"type\":[\"null\",\"D\"],\"default\":null}]}"}`)
	f.Add(`{"schema":"{\"type\":\"enum\",\"name\":\"E\",\"symbols\":[\"A\"],\"default\":\"A\"}","schemaType":"AVRO"}`)
	registry, err := Open(f.TempDir())
	if err != nil {
		f.Fatal(err)
	}
	handler := registry.Handler()
	f.Fuzz(func(t *testing.T, body string) {
		// Looking up and checking parse all that registering parses, and write nothing.
		for _, path := range []string{"/subjects/s", "/compatibility/subjects/s/versions"} {
			answer := httptest.NewRecorder()
			handler.ServeHTTP(answer, httptest.NewRequest("POST", path, strings.NewReader(body)))
			if answer.Code >= 500 {
				t.Errorf("%s answered %d: %s", path, answer.Code, answer.Body)
			}
		}
	})
}
