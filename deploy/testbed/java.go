package testbed

import (
	"context"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strconv"

	"golang.org/x/sync/errgroup"
)

// JavaBed is a Kafka and a registry in processes of their own. Either can be
// stopped and started again at the same address; Kafka keeps its data.
type JavaBed struct {
	Addrs
	KafkaProcess    *Process
	RegistryProcess *Process

	dir     string
	options Options
}

// Java starts Apache Kafka and Apicurio Registry. Both are ready when it
// returns. The first run on a machine downloads some 150 MB.
func Java(ctx context.Context, options Options) (*JavaBed, error) {
	programs, err := fetch(ctx, options)
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp(options.Dir, "testbed-")
	if err != nil {
		return nil, fmt.Errorf("making a directory for the testbed: %w", err)
	}
	ports, err := freePorts(3)
	if err != nil {
		os.RemoveAll(dir)
		return nil, err
	}
	bed := &JavaBed{
		Addrs: Addrs{
			Kafka:    "127.0.0.1:" + ports[0],
			Registry: "http://127.0.0.1:" + ports[2] + registryPath,
		},
		KafkaProcess:    kafkaProcess(programs, options, dir, ports[0]),
		RegistryProcess: registryProcess(programs, dir, ports[2]),
		dir:             dir,
		options:         options,
	}
	options.say("starting Apache Kafka and Apicurio Registry, which takes 10 s to 60 s")
	if err := bed.start(ctx, programs, ports[0], ports[1]); err != nil {
		bed.Close()
		return nil, err
	}
	return bed, nil
}

func (b *JavaBed) start(ctx context.Context, programs programs, broker, controller string) error {
	both, ctx := errgroup.WithContext(ctx)
	both.Go(func() error {
		if err := formatKafka(ctx, programs, b.options, b.dir, broker, controller); err != nil {
			return err
		}
		return b.KafkaProcess.Start(ctx)
	})
	both.Go(func() error { return b.RegistryProcess.Start(ctx) })
	return both.Wait()
}

// Close stops both processes, waits for their end and removes their data.
func (b *JavaBed) Close() {
	b.RegistryProcess.Stop()
	b.KafkaProcess.Stop()
	if err := os.RemoveAll(b.dir); err != nil {
		b.options.say("removing the data: %v", err)
	}
}

// freePorts asks the kernel for ports that nobody uses. Another process may
// take one before it is used; tests live with that.
func freePorts(n int) ([]string, error) {
	var ports []string
	for range n {
		listener, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			return nil, fmt.Errorf("finding a free port: %w", err)
		}
		defer listener.Close() // all at the end, so that no port comes twice
		ports = append(ports, strconv.Itoa(listener.Addr().(*net.TCPAddr).Port))
	}
	return ports, nil
}

// topOfTree walks up to the folder that holds name.
func topOfTree(name string) (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", fmt.Errorf("finding the work tree: %w", err)
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, name)); err == nil {
			return dir, nil
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return "", unavailable("there is no %s above the working directory", name)
		}
		dir = parent
	}
}
