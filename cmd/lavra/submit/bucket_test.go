package submit_test

import (
	"fmt"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"
)

// bucket serves objects, each with a content of its own, under notas/, and one
// beside them. It gives what the bucket's address ends with.
func bucket(t *testing.T, objects int) (query string) {
	t.Helper()
	backend := s3mem.New()
	put := func(key, content string) {
		if _, err := backend.PutObject("lavra", key, nil, strings.NewReader(content), int64(len(content)), nil); err != nil {
			t.Fatal(err)
		}
	}
	if err := backend.CreateBucket("lavra"); err != nil {
		t.Fatal(err)
	}
	for i := range objects {
		put(fmt.Sprintf("notas/%02d/nota %d.pdf", i%7, i), fmt.Sprintf("objeto %d", i))
	}
	put("outras/nota.pdf", "de outro prefixo")
	put("notas/leia-me.txt", "nenhum documento")
	server := httptest.NewServer(gofakes3.New(backend).Server())
	t.Cleanup(server.Close)
	t.Setenv("AWS_ACCESS_KEY_ID", "teste")
	t.Setenv("AWS_SECRET_ACCESS_KEY", "teste")
	return "?region=sa-east-1&use_path_style=true&endpoint=" + server.URL
}

// Killed and started again, a run over the prefix of a bucket sends each of its
// objects once: more of them than one page of the bucket's list holds.
func TestAPrefixOfABucketIsSentOnce(t *testing.T) {
	for _, mode := range []string{"--batch=50", "--sync"} {
		t.Run(mode, func(t *testing.T) {
			const objects = 1200
			s, out := newService(t, 20), filepath.Join(t.TempDir(), "resultados.jsonl")
			arguments := []string{mode, "--out", out, "s3://lavra/notas/" + bucket(t, objects)}
			first := command(t, s, arguments...)
			if err := first.Start(); err != nil {
				t.Fatal(err)
			}
			await(t, "rows of the run that is killed", func() bool { return lines(out) > objects/4 })
			_ = first.Process.Kill()
			_ = first.Wait() // it was killed
			if code, _, said := finish(t, command(t, s, arguments...)); code != 0 || !strings.Contains(said, "were done before") {
				t.Fatalf("exit %d: %s", code, said)
			}
			if accepted, twice := s.once(); accepted != objects || twice != 0 {
				t.Errorf("of %d objects %d were accepted, %d of them more than once", objects, accepted, twice)
			}
			text, err := os.ReadFile(out)
			if err != nil {
				t.Fatal(err)
			}
			rows := map[string]bool{}
			for _, r := range rowsOf(t, string(text)) {
				rows[r.File] = true
			}
			if len(rows) != objects || lines(out) != objects || !rows["s3://lavra/notas/00/nota 0.pdf"] {
				t.Errorf("%d rows of %d objects", lines(out), len(rows))
			}
		})
	}
}

func TestABucketThatCannotBeListed(t *testing.T) {
	query, s := bucket(t, 1), newService(t, 0)
	code, _, said := finish(t, command(t, s, "s3://ausente/notas/"+query))
	if code != 1 || !strings.Contains(said, "listing s3://ausente") || !strings.Contains(said, "NoSuchBucket") {
		t.Errorf("exit %d: %s", code, said)
	}
}
