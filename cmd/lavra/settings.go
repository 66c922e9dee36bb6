package main

import (
	"crypto/x509"
	"errors"
	"fmt"
	"net/netip"
	"net/url"
	"path/filepath"

	"lavra.dev/platform/account"
	"lavra.dev/platform/blob"
	"lavra.dev/platform/clickhouse"
	"lavra.dev/platform/config"
	"lavra.dev/platform/egress"
	"lavra.dev/platform/kafka"
	"lavra.dev/platform/secret"
	"lavra.dev/platform/telemetry"
	"lavra.dev/platform/trust"
)

// Settings is what every service of the installation needs, from the
// environment. Each service adds its own.
type Settings struct {
	telemetry.Config

	// DataDir holds what the embedded parts keep, and the generated secret.
	DataDir string `env:"DATA_DIR" envDefault:"./data"`
	// Sync makes embedded parts survive a power cut, not only a killed process.
	Sync bool `env:"SYNC"`

	// KafkaBrokers are host:port, more by comma; empty: `lavra up` runs the embedded broker, and so with the next three.
	KafkaBrokers []string `env:"KAFKA_BROKERS"`
	// SchemaRegistryURL is of Confluent's API: http://host:port.
	SchemaRegistryURL string `env:"SCHEMA_REGISTRY_URL"`
	Access            kafka.Access
	// PartsCA is a PEM file of authorities that Kafka, registry and ClickHouse may be trusted by, beside the system's.
	PartsCA string `env:"PARTS_CA"`
	// ClickHouseDSN is clickhouse://user:password@host:9000/database, with ?secure=true for TLS, or https://user:password@host:8443/database.
	ClickHouseDSN config.Secret `env:"CLICKHOUSE_DSN"`
	// BlobURL is file:///folder or s3://bucket?region=sa-east-1&prefix=lavra/; empty: blobs in the data directory.
	BlobURL string `env:"BLOB_URL"`

	// KafkaListen, RegistryListen and ClickHouseListen are of the embedded parts.
	KafkaListen      string `env:"KAFKA_LISTEN" envDefault:"127.0.0.1:9092"`
	RegistryListen   string `env:"REGISTRY_LISTEN" envDefault:"127.0.0.1:8081"`
	ClickHouseListen string `env:"CLICKHOUSE_LISTEN" envDefault:"127.0.0.1:8123"`

	// ClickHousePassword is that of the embedded ClickHouse's user lavra. Empty: generated
	// into the data directory.
	ClickHousePassword config.Secret `env:"CLICKHOUSE_PASSWORD"`

	// ClickHouseMemory is what the statements and merges of the embedded ClickHouse may use together; its process takes some 300 MiB besides. A question that wants more fails.
	ClickHouseMemory config.Size `env:"CLICKHOUSE_MEMORY" envDefault:"400MiB"`

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

	instanceLocked bool // the name stands in a file that this process has locked

	// SecretKey seals tokens and signs identifiers; the same for all services.
	// Empty: generated into the data directory.
	SecretKey config.Secret `env:"SECRET_KEY"`
	// DataKeys encrypt files, what Kafka's records hold of documents, and the rows of the embedded ClickHouse: name:key,name:key, keys of 64 hexadecimal digits. The first
	// encrypts, all decrypt; empty: in plain. The same for all services.
	DataKeys config.Secret `env:"DATA_KEYS"`
	// RequestKeys gives, where there are data keys, each request one of its own for its records in Kafka: a small file in the blob store, deleted when the request
	// is erased, so that nothing of it can be read from then on. The same for all services, false until each runs a version that knows it.
	RequestKeys bool `env:"REQUEST_KEYS" envDefault:"true"`
	// BootstrapKeys makes accounts at start: account:key,account:key.
	BootstrapKeys config.Secret `env:"BOOTSTRAP_KEYS"`
	// EgressAllow lists networks that may be called although they are private.
	EgressAllow string `env:"EGRESS_ALLOW"`
	// EgressHTTPSOnly refuses clients' URLs that are not https; EgressPorts are the only ports that they may name, empty: any;
	// EgressDeny lists networks that are refused although they are public.
	EgressHTTPSOnly bool   `env:"EGRESS_HTTPS_ONLY"`
	EgressPorts     string `env:"EGRESS_PORTS"`
	EgressDeny      string `env:"EGRESS_DENY"`
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

// leastClickHouseMemory is below what the sink's inserts and their merges take.
const leastClickHouseMemory = 256 << 20

// Validate names every fault.
func (s *Settings) Validate() error {
	var faults []error
	fault := func(name string, err error) {
		if err != nil {
			faults = append(faults, fmt.Errorf("%s%s: %w", config.Prefix, name, err))
		}
	}
	for _, broker := range s.KafkaBrokers {
		fault("KAFKA_BROKERS", config.CheckAddress(broker))
	}
	if u, err := url.Parse(s.SchemaRegistryURL); s.SchemaRegistryURL != "" && (err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "") {
		fault("SCHEMA_REGISTRY_URL", errors.New("want http://host:port"))
	}
	if len(s.KafkaBrokers) == 0 && (s.Access.TLS || s.Access.SASL != "") {
		fault("KAFKA_TLS, LAVRA_KAFKA_SASL", errors.New("the embedded broker speaks neither: give LAVRA_KAFKA_BROKERS"))
	}
	_, err := trust.Pool(s.PartsCA)
	fault("PARTS_CA", err)
	if s.ClickHouseDSN.Set() {
		if store, err := clickhouse.Open(clickhouse.Config{DSN: s.ClickHouseDSN.Reveal()}); err != nil {
			fault("CLICKHOUSE_DSN", errors.New("want clickhouse://user:password@host:9000/database")) // the fault would quote the password
		} else {
			_ = store.Close() // nothing was connected yet
		}
	}
	if u, err := url.Parse(s.BlobURL); s.BlobURL != "" && (err != nil || u.Scheme != "s3" && u.Scheme != "file" || u.Host+u.Path == "") {
		fault("BLOB_URL", errors.New("want file:///folder or s3://bucket?region=sa-east-1&prefix=lavra/"))
	}
	if s.SecretKey.Set() {
		_, err := secret.New(s.SecretKey.Reveal())
		fault("SECRET_KEY", err)
	}
	_, err = account.ParseBootstrap(s.BootstrapKeys)
	fault("BOOTSTRAP_KEYS", err)
	_, err = blob.ParseKeys(s.DataKeys.Reveal())
	fault("DATA_KEYS", err)
	_, err = egress.ParseNetworks(s.EgressAllow)
	fault("EGRESS_ALLOW", err)
	_, err = egress.ParseNetworks(s.EgressDeny)
	fault("EGRESS_DENY", err)
	_, err = egress.ParsePorts(s.EgressPorts)
	fault("EGRESS_PORTS", err)
	if _, err := netip.ParseAddrPort(s.EgressResolver); s.EgressResolver != "" && err != nil {
		fault("EGRESS_RESOLVER", errors.New("want address:port, such as 10.0.0.2:53"))
	}
	if s.TopicPartitions < 0 || s.TopicReplication < 0 {
		faults = append(faults, errors.New("LAVRA_TOPIC_PARTITIONS, LAVRA_TOPIC_REPLICATION: want 0 or more"))
	}
	if s.ClickHouseMemory < leastClickHouseMemory {
		fault("CLICKHOUSE_MEMORY", errors.New("want 256MiB or more"))
	}
	for _, l := range s.listeners() {
		if _, err := netip.ParseAddrPort(l.address); err != nil {
			fault(l.name, errors.New("want address:port, such as 127.0.0.1:9092"))
		}
	}
	return errors.Join(faults...)
}

// listener is an address of this process with the setting that says it.
type listener struct{ name, address string }

// listeners of the embedded parts.
func (s *Settings) listeners() []listener {
	return []listener{{"KAFKA_LISTEN", s.KafkaListen}, {"REGISTRY_LISTEN", s.RegistryListen}, {"CLICKHOUSE_LISTEN", s.ClickHouseListen}}
}

// secretFault says what to do where a process has another secret than the installation.
func (s *Settings) secretFault(err error) error {
	if errors.Is(err, account.ErrSecret) {
		return fmt.Errorf("LAVRA_SECRET_KEY: %w (topic %saccounts has its fingerprint): every process needs the same one. Where the old one is lost for good, "+
			"`lavra key %s` takes this one, and every API key and identifier made with the old one is void", err, s.TopicPrefix, adoptSecret)
	}
	return err
}

// authorities are those that the parts are trusted by.
func (s *Settings) authorities() *x509.CertPool {
	pool, _ := trust.Pool(s.PartsCA) // validated
	return pool
}

func (s *Settings) allowedNetworks() []netip.Prefix {
	networks, _ := egress.ParseNetworks(s.EgressAllow) // validated
	return networks
}

// egressLimits narrow where clients' URLs may lead.
func (s *Settings) egressLimits() egress.Limits {
	ports, _ := egress.ParsePorts(s.EgressPorts) // validated, as the networks are
	deny, _ := egress.ParseNetworks(s.EgressDeny)
	return egress.Limits{HTTPSOnly: s.EgressHTTPSOnly, Ports: ports, Deny: deny}
}

// dataKeys encrypt blobs; nil: none do.
func (s *Settings) dataKeys() *blob.Keys {
	keys, _ := blob.ParseKeys(s.DataKeys.Reveal()) // validated
	return keys
}

// clickHousePassword is the configured one, or that of the data directory.
func (s *Settings) clickHousePassword() (string, error) {
	if s.ClickHousePassword.Set() {
		return s.ClickHousePassword.Reveal(), nil
	}
	password, err := secret.File(filepath.Join(s.DataDir, "clickhouse.password"))
	if err != nil {
		return "", fmt.Errorf("finding the password of the embedded ClickHouse: %w", err)
	}
	return password, nil
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
