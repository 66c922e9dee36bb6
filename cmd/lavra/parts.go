package main

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/sync/errgroup"

	"lavra.dev/deploy/embedded"
	"lavra.dev/platform/config"
)

// parts are what runs embedded in this process.
type parts struct {
	close []func() // in order of start
}

// Close stops the embedded parts, the last started first.
func (p *parts) Close() {
	for i := len(p.close) - 1; i >= 0; i-- {
		p.close[i]()
	}
}

// startParts runs the embedded part for every one that is not configured, all
// at once, and writes their addresses into the settings.
func startParts(ctx context.Context, s *Settings, log *slog.Logger) (_ *parts, err error) {
	if err := os.MkdirAll(s.DataDir, 0o700); err != nil {
		return nil, fmt.Errorf("making the data directory: %w", err)
	}
	s.TopicPartitions = s.partitions() // while it is known which broker it is
	p := &parts{}
	defer func() {
		if err != nil {
			p.Close()
		}
	}()
	if len(s.KafkaBrokers) > 0 && s.Instance == "" {
		name, held, err := claimInstance(s.DataDir)
		if err != nil {
			return nil, err
		}
		s.Instance, s.instanceLocked = name, true
		p.close = append(p.close, func() { held.Close() })
	}
	command, err := self("clickhouse-engine")
	if err != nil {
		return nil, err
	}
	names, err := p.embed(ctx, s, command, log)
	if err != nil {
		return nil, fmt.Errorf("starting the embedded parts: %w", err)
	}
	if len(names) > 0 {
		log.Info("running embedded parts: for one machine, not replicated", "parts", strings.Join(names, ", "), "data", s.DataDir, "sync", s.Sync)
	}
	return p, nil
}

// embed starts the parts that are missing beside each other and gives their
// names. What was started is noted to be closed, also where another part fails.
func (p *parts) embed(ctx context.Context, s *Settings, clickhouseCommand []string, log *slog.Logger) (names []string, err error) {
	var (
		kafka      *embedded.Kafka
		registry   *embedded.Registry
		clickhouse *embedded.ClickHouse
	)
	password, err := s.clickHousePassword()
	if err != nil {
		return nil, err
	}
	rowKeys, err := s.dataKeys().Derive("rows")
	if err != nil {
		return nil, err
	}
	group, groupCtx := errgroup.WithContext(ctx)
	if len(s.KafkaBrokers) == 0 {
		names = append(names, "Kafka")
		group.Go(func() (err error) {
			kafka, err = embedded.StartKafka(groupCtx, embedded.KafkaConfig{Dir: filepath.Join(s.DataDir, "kafka"), Listen: s.KafkaListen,
				Sync: s.Sync, Partitions: s.TopicPartitions, Log: log})
			return err
		})
	}
	if s.SchemaRegistryURL == "" {
		names = append(names, "schema registry")
		group.Go(func() (err error) {
			registry, err = embedded.StartRegistry(groupCtx, embedded.RegistryConfig{Dir: filepath.Join(s.DataDir, "registry"), Listen: s.RegistryListen, Log: log})
			return err
		})
	}
	if s.ClickHouseDSN == "" {
		names = append(names, "ClickHouse")
		group.Go(func() (err error) {
			// Its life is bounded by Close, not by the start's context.
			clickhouse, err = embedded.StartClickHouse(ctx, embedded.ChildConfig{Command: clickhouseCommand, Dir: filepath.Join(s.DataDir, "clickhouse"),
				Listen: s.ClickHouseListen, Password: password, Memory: int64(s.ClickHouseMemory), Sync: s.Sync, WithoutWall: s.WithoutLandlock, Keys: rowKeys, Log: log})
			return err
		})
	}
	err = group.Wait()
	if kafka != nil {
		p.close, s.KafkaBrokers = append(p.close, kafka.Close), []string{kafka.Addr}
	}
	if registry != nil {
		p.close, s.SchemaRegistryURL = append(p.close, registry.Close), registry.URL
	}
	if clickhouse != nil {
		p.close, s.ClickHouseDSN = append(p.close, clickhouse.Close), config.Secret(clickhouse.DSN)
	}
	return names, err
}

// self is the command line that runs a hidden command of this binary.
func self(command string) ([]string, error) {
	path, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("finding the own executable: %w", err)
	}
	return []string{path, command}, nil
}
