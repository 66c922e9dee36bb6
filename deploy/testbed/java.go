package testbed

import (
	"context"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"

	"golang.org/x/sync/errgroup"
)

// JavaBed is a Kafka and a registry in processes of their own. Each can be
// stopped and started again at the same address; Kafka keeps its data.
type JavaBed struct {
	Addrs
	KafkaProcess    *Process   // the first of Brokers
	Brokers         []*Process // one, or as many as asked for
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
	bed := &JavaBed{dir: dir, options: options}
	brokers, err := bed.addBrokers(programs)
	if err == nil {
		err = bed.addRegistry(programs)
	}
	if err != nil {
		os.RemoveAll(dir)
		return nil, err
	}
	options.say("starting Apache Kafka and Apicurio Registry, which takes 10 s to 60 s")
	if err := bed.start(ctx, programs, brokers); err != nil {
		bed.Close()
		return nil, err
	}
	return bed, nil
}

func (b *JavaBed) addBrokers(programs programs) ([]broker, error) {
	brokers, err := brokersOf(b.dir, max(b.options.Brokers, 1))
	if err != nil {
		return nil, err
	}
	var addresses []string
	for _, each := range brokers {
		b.Brokers = append(b.Brokers, kafkaProcess(programs, b.options, each, len(brokers)))
		addresses = append(addresses, "127.0.0.1:"+each.port)
	}
	b.Kafka, b.KafkaProcess = strings.Join(addresses, ","), b.Brokers[0]
	return brokers, nil
}

func (b *JavaBed) addRegistry(programs programs) error {
	ports, err := freePorts(1)
	if err != nil {
		return err
	}
	b.Registry, b.RegistryProcess = "http://127.0.0.1:"+ports[0]+registryPath, registryProcess(programs, b.dir, ports[0])
	return nil
}

func (b *JavaBed) start(ctx context.Context, programs programs, brokers []broker) error {
	all, ctx := errgroup.WithContext(ctx)
	for i, each := range brokers {
		all.Go(func() error {
			if err := formatKafka(ctx, programs, b.options, each, brokers); err != nil {
				return err
			}
			return b.Brokers[i].Start(ctx)
		})
	}
	all.Go(func() error { return b.RegistryProcess.Start(ctx) })
	return all.Wait()
}

// Close stops all processes, waits for their end and removes their data. Brokers are
// stopped beside each other: the last of several waits for those that it knew.
func (b *JavaBed) Close() {
	b.RegistryProcess.Stop()
	var brokers sync.WaitGroup
	for _, p := range b.Brokers {
		brokers.Go(p.Stop)
	}
	brokers.Wait()
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
