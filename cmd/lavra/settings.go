package main

import (
	"errors"
	"fmt"
	"net/netip"
	"net/url"
	"path/filepath"

	"lavra.dev/platform/config"
	"lavra.dev/platform/egress"
	"lavra.dev/platform/telemetry"
)

// Settings is what every service of the installation needs, from the
// environment. Each service adds its own.
type Settings struct {
	telemetry.Config

	// DataDir holds what the embedded parts keep, and the generated secret.
	DataDir string `env:"DATA_DIR" envDefault:"./data"`
	// Sync makes embedded parts survive a power cut, not only a killed process.
	Sync bool `env:"SYNC"`

	// Where the parts are. Where one is empty, `lavra up` runs the embedded one.
	KafkaBrokers      []string      `env:"KAFKA_BROKERS"`
	SchemaRegistryURL string        `env:"SCHEMA_REGISTRY_URL"`
	ClickHouseDSN     config.Secret `env:"CLICKHOUSE_DSN"`
	BlobURL           string        `env:"BLOB_URL"`

	// Where the embedded parts listen.
	KafkaListen      string `env:"KAFKA_LISTEN" envDefault:"127.0.0.1:9092"`
	RegistryListen   string `env:"REGISTRY_LISTEN" envDefault:"127.0.0.1:8081"`
	ClickHouseListen string `env:"CLICKHOUSE_LISTEN" envDefault:"127.0.0.1:8123"`

	// WithoutLandlock starts the children that parse files or run SQL even where the kernel
	// cannot keep them from other files.
	WithoutLandlock bool `env:"SANDBOX_WITHOUT_LANDLOCK"`

	// TopicPrefix keeps installations apart that share a cluster.
	TopicPrefix string `env:"TOPIC_PREFIX" envDefault:"lavra."`
	// TopicPartitions of topics that are created: 4 embedded, 64 elsewhere.
	TopicPartitions int `env:"TOPIC_PARTITIONS"`
	// TopicReplication of topics that are created; 0 is the broker's default.
	TopicReplication int `env:"TOPIC_REPLICATION"`
	// Instance names this process among its like, the same over restarts: a
	// process that comes back under its name gets its partitions at once. Two
	// that live at the same time must not share one. `lavra up` keeps one in its
	// data directory.
	Instance string `env:"INSTANCE"`

	// SecretKey seals tokens and signs identifiers; the same for all services.
	// Empty: generated into the data directory.
	SecretKey config.Secret `env:"SECRET_KEY"`
	// BootstrapKeys makes accounts at start: account:key,account:key.
	BootstrapKeys config.Secret `env:"BOOTSTRAP_KEYS"`
	// EgressAllow lists networks that may be called although they are private.
	EgressAllow string `env:"EGRESS_ALLOW"`
	// EgressResolver is the DNS server, address:port, that is asked for the names
	// in clients' URLs; empty: the system's.
	EgressResolver string `env:"EGRESS_RESOLVER"`
}

// Partitions embedded and elsewhere: one machine has few cores, a cluster is
// not repartitioned later without moving keys.
const (
	embeddedPartitions = 4
	clusterPartitions  = 64
)

// Validate names every fault.
func (s *Settings) Validate() error {
	var faults []error
	if s.SchemaRegistryURL != "" {
		if u, err := url.Parse(s.SchemaRegistryURL); err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Host == "" {
			faults = append(faults, errors.New("LAVRA_SCHEMA_REGISTRY_URL: want http://host:port"))
		}
	}
	if _, err := egress.ParseNetworks(s.EgressAllow); err != nil {
		faults = append(faults, fmt.Errorf("LAVRA_EGRESS_ALLOW: %w", err))
	}
	if _, err := netip.ParseAddrPort(s.EgressResolver); s.EgressResolver != "" && err != nil {
		faults = append(faults, errors.New("LAVRA_EGRESS_RESOLVER: want address:port, such as 10.0.0.2:53"))
	}
	if s.TopicPartitions < 0 || s.TopicReplication < 0 {
		faults = append(faults, errors.New("LAVRA_TOPIC_PARTITIONS, LAVRA_TOPIC_REPLICATION: want 0 or more"))
	}
	for name, addr := range map[string]string{"KAFKA_LISTEN": s.KafkaListen, "REGISTRY_LISTEN": s.RegistryListen, "CLICKHOUSE_LISTEN": s.ClickHouseListen} {
		if _, err := netip.ParseAddrPort(addr); err != nil {
			faults = append(faults, fmt.Errorf("LAVRA_%s: want address:port, such as 127.0.0.1:9092", name))
		}
	}
	return errors.Join(faults...)
}

func (s *Settings) allowedNetworks() []netip.Prefix {
	networks, _ := egress.ParseNetworks(s.EgressAllow) // validated
	return networks
}

func (s *Settings) partitions() int {
	switch {
	case s.TopicPartitions > 0:
		return s.TopicPartitions
	case len(s.KafkaBrokers) == 0:
		return embeddedPartitions
	}
	return clusterPartitions
}

// blobURL is the configured store, or files in the data directory.
func (s *Settings) blobURL() (string, error) {
	if s.BlobURL != "" {
		return s.BlobURL, nil
	}
	dir, err := filepath.Abs(filepath.Join(s.DataDir, "blobs"))
	if err != nil {
		return "", fmt.Errorf("locating the blob store: %w", err)
	}
	return (&url.URL{Scheme: "file", Path: dir}).String(), nil
}
