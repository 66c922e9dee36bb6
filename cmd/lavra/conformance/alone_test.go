package conformance

import (
	"fmt"
	"os"
	"path/filepath"

	"lavra.dev/cmd/lavra/trial"
)

// Limits that are rows of the table: calls at once of an account, and documents
// under way.
const (
	idleBurst   = 40
	fullBacklog = 2
)

// strictSettings differ from every default: each limit is settable.
var strictSettings = []string{
	"LAVRA_MAX_FILE=1MiB", "LAVRA_MAX_PAGES=3", "LAVRA_MAX_BATCH=2MiB", "LAVRA_MAX_BATCH_FILES=3", "LAVRA_MAX_METADATA=1KiB", "LAVRA_MAX_SIGNATURE=2KiB",
	"LAVRA_MAX_REFERENCE=8", "LAVRA_DOWNLOAD_TIMEOUT=1s", "LAVRA_TYPE_THRESHOLD=1", "LAVRA_CORS_ORIGINS=https://pagina.exemplo.test", "LAVRA_CALLBACK_BACKOFF=10s,60s",
}

// surround starts what stands around the service.
func (s *service) surround() (err error) {
	s.outside = startOutside()
	if s.names, err = startNames(); err != nil {
		return err
	}
	s.scanner, err = startScanner()
	return err
}

// startAlone starts the processes beside `lavra up`.
func (s *service) startAlone() error {
	addr, err := freeAddresses(8)
	if err != nil {
		return err
	}
	if s.store, err = startLine(s.clickhouse); err != nil {
		return err
	}
	shared := []string{"LAVRA_KAFKA_BROKERS=" + s.broker, "LAVRA_SCHEMA_REGISTRY_URL=http://" + s.registry}
	idle := append(shared[:2:2], "LAVRA_TOPIC_PREFIX=idle.", "LAVRA_CLICKHOUSE_DSN="+trial.StoreURL(s.dir, s.clickhouse)+"default", "LAVRA_TOPIC_PARTITIONS=1")
	for _, p := range []struct {
		at             *string
		name, command  string
		listen, folder string
		settings       []string
	}{
		{&s.idlePost, "idle", "ingest", addr[0], "idle-blobs", append(idle[:5:5], "LAVRA_RATE_LIMIT=1", fmt.Sprintf("LAVRA_RATE_BURST=%d", idleBurst), "LAVRA_MAX_BATCH_FILES=101")},
		{&s.idleGet, "idle", "api", addr[1], "idle-blobs", idle},
		{&s.fullPost, "full", "ingest", addr[2], "full-blobs", append(shared[:2:2], "LAVRA_TOPIC_PREFIX=full.", "LAVRA_TOPIC_PARTITIONS=1", fmt.Sprintf("LAVRA_MAX_BACKLOG=%d", fullBacklog))},
		{&s.beside, "beside", "api", addr[3], "blobs", append(shared[:2:2], "LAVRA_CLICKHOUSE_DSN="+trial.StoreURL(s.dir, s.store.Addr().String())+"default")},
		{&s.strict, "strict", "up", addr[4], "strict-blobs", append(strictSettings, "LAVRA_DATA_DIR="+filepath.Join(s.dir, "strict"), "LAVRA_CLAMD_ADDR="+s.scanner.Addr().String(),
			"LAVRA_KAFKA_LISTEN="+addr[5], "LAVRA_REGISTRY_LISTEN="+addr[6], "LAVRA_CLICKHOUSE_LISTEN="+addr[7])},
	} {
		blobs := filepath.Join(s.dir, p.folder)
		if err := os.MkdirAll(blobs, 0o700); err != nil {
			return err
		}
		process, err := s.start(p.command, append(p.settings, "LAVRA_BLOB_URL=file://"+blobs, "LAVRA_METRICS_LISTEN=127.0.0.1:0", "LAVRA_LISTEN="+p.listen)...)
		if err != nil {
			return err
		}
		s.alone = append(s.alone, process)
		*p.at = "http://" + p.listen
		if err := s.ready(process, *p.at); err != nil {
			return fmt.Errorf("%s %s: %w", p.name, p.command, err)
		}
	}
	return nil
}
