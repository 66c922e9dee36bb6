package e2e

import (
	"net/http/httptest"
	"syscall"
	"testing"
	"time"

	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"
)

// Parts that the roles ask over HTTP.
const (
	partFiles      = "files"
	partQueryStore = "query store"
	partRegistry   = "registry"
)

// faultsOfParts are those of what the roles ask. The registry is asked by those that start.
func faultsOfParts() (all []fault) {
	for _, behaviour := range []struct {
		name string
		mode int32
	}{{"slow", slow}, {"failing", failing}, {"torn", torn}} {
		for _, part := range []string{partFiles, partQueryStore} {
			all = append(all, fault{part + " " + behaviour.name + " for 10 s", func(c *chaos) { c.behave(part, behaviour.mode, c.send) }})
		}
		all = append(all, fault{partRegistry + " " + behaviour.name + " for 10 s, while processors and a sink are killed and start", func(c *chaos) {
			c.behave(partRegistry, behaviour.mode, func() { c.restart(syscall.SIGKILL, "processors-1", "processors-2", "sink-1") })
		}})
	}
	return append(all, fault{"both sinks killed between an insert and its answer", func(c *chaos) {
		c.behave(partQueryStore, torn, func() { c.restart(syscall.SIGKILL, "sink-1", "sink-2") })
	}}, fault{"files failing for 10 s, while processors are killed and start", func(c *chaos) {
		c.behave(partFiles, failing, func() { c.restart(syscall.SIGKILL, "processors-1", "processors-2") })
	}})
}

// behave has a part be in a mode for 10 s, while something is done that may last longer.
func (c *chaos) behave(part string, mode int32, do func()) {
	f := c.fronts[part]
	f.hit.Store(0)
	f.mode.Store(mode)
	mended := make(chan struct{})
	time.AfterFunc(10*time.Second, func() {
		f.mode.Store(whole)
		close(mended)
	})
	do()
	<-mended
	if c.t.Logf("%s: %d calls were hit", part, f.hit.Load()); f.hit.Load() == 0 {
		c.t.Errorf("nobody asked the %s meanwhile: the fault was none", part)
	}
}

// TestChaosOfParts makes slow, failing and torn what the roles ask: files in a bucket, the query store, the registry.
func TestChaosOfParts(t *testing.T) {
	if len(outside) > 0 {
		t.Skip("it stands before parts of its own")
	}
	t.Parallel()
	bucket := newFront(t, startBucket(t))
	s := prepare(t, nil)
	a := startApart(t, s, binary, "AWS_ACCESS_KEY_ID=chaos", "AWS_SECRET_ACCESS_KEY=chaos", "LAVRA_BLOB_URL=s3://lavra?region=sa-east-1&use_path_style=true&endpoint="+bucket.URL)
	a.fronts[partFiles] = bucket
	c := newChaos(t, s, false, faultsOfParts())
	c.apart = a
	c.run(2)
}

// startBucket gives the URL of an S3 server with a bucket of the name lavra.
func startBucket(t *testing.T) string {
	t.Helper()
	backend := s3mem.New()
	if err := backend.CreateBucket("lavra"); err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(gofakes3.New(backend).Server())
	t.Cleanup(server.Close)
	return server.URL
}
