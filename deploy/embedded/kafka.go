package embedded

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"net"
	"os"
	"path/filepath"
	"runtime/debug"
	"strconv"
	"sync"

	"github.com/twmb/franz-go/pkg/kadm"
	"github.com/twmb/franz-go/pkg/kfake"
	"github.com/twmb/franz-go/pkg/kmsg"
)

const (
	// segmentBytes is when a partition's file is closed and the next one begun.
	// Only closed files are deleted, so each partition may hold that much of
	// deleted records: 16 MiB for some 60 partitions is 1 GB at worst, where
	// the default would be 6 GB.
	segmentBytes = 16 << 20

	// loadingMemory is the soft limit while the broker reads its segments at
	// start. Without one the peak is as large as the data read (840 MB for
	// 1 GB on disk); with this one it stayed under 500 MB.
	loadingMemory = 256 << 20

	defaultPartitions = 4
)

// KafkaConfig says where the broker keeps its data and where it listens.
type KafkaConfig struct {
	Dir    string // always on disk: in memory the broker grows with the data
	Listen string // host:port; port 0 takes a free one

	// Advertise is the host name that clients are told. Empty means the
	// listener's own, or this machine's name when it listens on all addresses.
	Advertise string

	Sync       bool // fsync every write, so that a power cut loses nothing
	Partitions int  // of topics created without a number; 4 if zero
	Log        *slog.Logger
}

// Kafka is a running broker.
type Kafka struct {
	Addr string // what clients dial

	cluster *kfake.Cluster
	lock    *os.File
	log     *slog.Logger
	stop    context.CancelFunc
	done    sync.WaitGroup
	closing sync.Once
}

// StartKafka loads the directory and serves it. It returns when clients can
// connect. Topics are never created on demand.
func StartKafka(ctx context.Context, cfg KafkaConfig) (*Kafka, error) {
	if cfg.Dir == "" {
		return nil, errors.New("starting the embedded Kafka: a data directory is required")
	}
	if cfg.Log == nil {
		cfg.Log = slog.Default()
	}
	if cfg.Partitions == 0 {
		cfg.Partitions = defaultPartitions
	}
	lock, err := waitForLock(ctx, cfg.Dir, lastRequests)
	if err != nil {
		return nil, fmt.Errorf("starting the embedded Kafka: %w", err)
	}
	listener, err := listen(ctx, cfg.Listen, "LAVRA_KAFKA_LISTEN")
	if err != nil {
		lock.Close()
		return nil, fmt.Errorf("starting the embedded Kafka: %w", err)
	}
	address := advertisedAddress(listener, cfg.Advertise)
	cluster, admin, err := openLog(ctx, cfg, listener, address)
	if err != nil {
		listener.Close()
		lock.Close()
		return nil, fmt.Errorf("starting the embedded Kafka: %w", err)
	}
	k := &Kafka{Addr: address, cluster: cluster, lock: lock, log: cfg.Log}
	cluster.ControlKey(int16(kmsg.DeleteRecords), k.keepNewest)
	background, stop := context.WithCancel(context.WithoutCancel(ctx))
	k.stop = stop
	k.done.Go(func() { k.applyRetention(background, admin) })
	cfg.Log.Info("embedded Kafka is ready; it is for one machine: one process, no replication",
		"address", address, "directory", cfg.Dir, "sync", cfg.Sync)
	return k, nil
}

// Close stops the broker and releases its directory. Clients see the
// connection end.
func (k *Kafka) Close() {
	k.closing.Do(func() {
		k.stop()
		k.done.Wait()
		k.cluster.Close()
		k.lock.Close()
	})
}

// openLog serves what is in the directory, without what was torn and cut off.
func openLog(ctx context.Context, cfg KafkaConfig, listener net.Listener, address string) (*kfake.Cluster, *kadm.Client, error) {
	log := filepath.Join(cfg.Dir, "log")
	if err := mendTorn(log, cfg.Log); err != nil {
		return nil, nil, err
	}
	open, err := findCutOff(log)
	if err != nil {
		return nil, nil, err
	}
	cluster, err := loadCluster(cfg, log, advertised{framed(listener), address})
	if err != nil {
		return nil, nil, err
	}
	admin, err := adminOf(listener.Addr())
	if err == nil {
		err = markCutOff(ctx, admin, open)
	}
	if err != nil {
		cluster.Close()
		return nil, nil, err
	}
	return cluster, admin, nil
}

func loadCluster(cfg KafkaConfig, log string, listener net.Listener) (*kfake.Cluster, error) {
	options := []kfake.Opt{
		kfake.NumBrokers(1),
		kfake.ClusterID("lavra-embedded"),
		kfake.DataDir(log),
		kfake.DefaultNumPartitions(cfg.Partitions),
		kfake.ListenFn(func(string, string) (net.Listener, error) { return listener, nil }),
		kfake.WithLogger(brokerLog{cfg.Log}),
		kfake.BrokerConfigs(map[string]string{
			"log.cleaner.backoff.ms": strconv.FormatInt(never.Milliseconds(), 10), // see keepNewest
			"log.segment.bytes":      strconv.Itoa(segmentBytes),
			// A group's offsets outlive a machine that is off for weeks.
			"offsets.retention.minutes": strconv.Itoa(365 * 24 * 60),
			// A new-protocol group notices a change at its next heartbeat: 1 s
			// instead of 5 s for a rebalance, at one tiny request a second.
			"group.consumer.heartbeat.interval.ms": "1000",
		}),
	}
	if cfg.Sync {
		options = append(options, kfake.SyncWrites())
	}
	defer limitMemory(loadingMemory)()
	cluster, err := kfake.NewCluster(options...)
	if err != nil {
		return nil, fmt.Errorf("opening the broker's data in %s: %w", cfg.Dir, err)
	}
	return cluster, nil
}

// limitMemory lowers the runtime's soft memory limit, unless one is set that is
// lower still, and returns what puts the old one back.
func limitMemory(limit int64) (restore func()) {
	before := debug.SetMemoryLimit(-1)
	if before <= limit {
		return func() {}
	}
	debug.SetMemoryLimit(limit)
	return func() {
		if before == math.MaxInt64 {
			debug.FreeOSMemory() // nothing else would hand the loading's garbage back soon
		}
		debug.SetMemoryLimit(before)
	}
}

func advertisedAddress(listener net.Listener, host string) string {
	address := listener.Addr().(*net.TCPAddr)
	if host == "" && address.IP.IsUnspecified() {
		host, _ = os.Hostname()
	}
	if host == "" {
		return address.String()
	}
	return net.JoinHostPort(host, strconv.Itoa(address.Port))
}

// brokerLog passes on the broker's warnings and errors. Its other levels name
// every request.
type brokerLog struct{ log *slog.Logger }

func (b brokerLog) Logf(level kfake.LogLevel, format string, args ...any) {
	switch level {
	case kfake.LogLevelError:
		b.log.Error("embedded Kafka", "message", fmt.Sprintf(format, args...))
	case kfake.LogLevelWarn:
		b.log.Warn("embedded Kafka", "message", fmt.Sprintf(format, args...))
	}
}
