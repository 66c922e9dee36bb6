package testbed

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/twmb/franz-go/pkg/kadm"
	"github.com/twmb/franz-go/pkg/kgo"
)

//go:embed kafka/server.properties
var serverProperties string

//go:embed kafka/log4j2.properties
var logProperties []byte

// broker is one Kafka process of a testbed; its node is its place in the list and one.
type broker struct{ node, port, controller, dir string }

// brokersOf are n brokers with ports of their own, and where they are several, directories.
func brokersOf(dir string, n int) ([]broker, error) {
	ports, err := freePorts(2 * n)
	if err != nil {
		return nil, err
	}
	var all []broker
	for i := range n {
		b := broker{node: strconv.Itoa(i + 1), port: ports[2*i], controller: ports[2*i+1], dir: dir}
		if n > 1 {
			b.dir = filepath.Join(dir, fmt.Sprint("broker-", i+1))
		}
		if err := os.MkdirAll(b.dir, 0o755); err != nil {
			return nil, fmt.Errorf("making a directory for a broker: %w", err)
		}
		all = append(all, b)
	}
	return all, nil
}

// formatKafka writes a broker's settings and its empty log directory.
func formatKafka(ctx context.Context, programs programs, options Options, b broker, all []broker) error {
	protocol, logins, format := "PLAINTEXT", "", []string(nil)
	if len(options.Logins) > 0 {
		protocol = "SASL_SSL"
		logins, format = options.loginSettings()
		if err := writeCertificate(b.dir); err != nil {
			return err
		}
	}
	var voters []string
	for _, v := range all {
		voters = append(voters, v.node+"@127.0.0.1:"+v.controller)
	}
	copies, insync := "1", "1"
	if len(all) >= 3 {
		copies, insync = "3", "2"
	}
	settings := strings.NewReplacer("@broker@", b.port, "@controller@", b.controller, "@protocol@", protocol, "@node@", b.node,
		"@voters@", strings.Join(voters, ","), "@copies@", copies, "@insync@", insync).Replace(serverProperties) + logins
	for name, content := range map[string][]byte{"server.properties": []byte(settings), "log4j2.properties": logProperties} {
		if err := os.WriteFile(filepath.Join(b.dir, name), content, 0o644); err != nil {
			return fmt.Errorf("writing Kafka's settings: %w", err)
		}
	}
	// The cluster's id is any 16 bytes in base 64; every testbed is a cluster of its own.
	arguments := append([]string{"format", "-t", "bGF2cmEtdGVzdGJlZC0xMQ", "-c", "server.properties", "--ignore-formatted"}, format...)
	command := exec.CommandContext(ctx, "java", kafkaArguments(programs, "kafka.tools.StorageTool", arguments...)...)
	command.Dir = b.dir
	if out, err := command.CombinedOutput(); err != nil {
		return fmt.Errorf("formatting Kafka's log directory: %w\n%s", err, out)
	}
	return nil
}

func kafkaProcess(programs programs, options Options, b broker, brokers int) *Process {
	return &Process{
		name:    "Kafka",
		dir:     b.dir,
		command: append([]string{"java"}, kafkaArguments(programs, "kafka.Kafka", "server.properties")...),
		log:     filepath.Join(b.dir, "kafka.log"),
		ready: func(ctx context.Context) error {
			admin, err := options.administrator(b.dir)
			if err != nil {
				return err
			}
			return kafkaAnswers(ctx, "127.0.0.1:"+b.port, brokers, admin...)
		},
	}
}

// kafkaArguments are Java's: a small heap, and only the quick compiler, which
// halves the CPU time of a start.
func kafkaArguments(programs programs, class string, arguments ...string) []string {
	return append([]string{
		"-Xms128m", "-Xmx512m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1",
		"-Dlog4j2.configurationFile=file:log4j2.properties",
		"-cp", filepath.Join(programs.kafka, "*"), class,
	}, arguments...)
}

// kafkaAnswers asks for what every client asks first. A port that accepts
// connections is not enough: a broker does so before it knows its controller.
func kafkaAnswers(ctx context.Context, address string, brokers int, options ...kgo.Opt) error {
	client, err := kgo.NewClient(append(options, kgo.SeedBrokers(address))...)
	if err != nil {
		return fmt.Errorf("making a Kafka client: %w", err)
	}
	defer client.Close()
	ctx, cancel := context.WithTimeout(ctx, 10*pollInterval)
	defer cancel()
	metadata, err := kadm.NewClient(client).BrokerMetadata(ctx)
	if err != nil {
		return fmt.Errorf("asking Kafka for its brokers: %w", err)
	}
	if len(metadata.Brokers) < brokers || metadata.Controller < 0 {
		return errors.New("Kafka has no controller yet, or not all its brokers")
	}
	return nil
}
