package testbed

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/twmb/franz-go/pkg/kadm"
	"github.com/twmb/franz-go/pkg/kgo"
)

//go:embed kafka/server.properties
var serverProperties string

//go:embed kafka/log4j2.properties
var logProperties []byte

// formatKafka writes the broker's settings and its empty log directory.
func formatKafka(ctx context.Context, programs programs, options Options, dir, broker, controller string) error {
	protocol, logins, format := "PLAINTEXT", "", []string(nil)
	if len(options.Logins) > 0 {
		protocol = "SASL_SSL"
		logins, format = options.loginSettings()
		if err := writeCertificate(dir); err != nil {
			return err
		}
	}
	settings := strings.NewReplacer("@broker@", broker, "@controller@", controller, "@protocol@", protocol).Replace(serverProperties) + logins
	for name, content := range map[string][]byte{"server.properties": []byte(settings), "log4j2.properties": logProperties} {
		if err := os.WriteFile(filepath.Join(dir, name), content, 0o644); err != nil {
			return fmt.Errorf("writing Kafka's settings: %w", err)
		}
	}
	// The cluster's id is any 16 bytes in base 64; every testbed is a cluster of its own.
	arguments := append([]string{"format", "-t", "bGF2cmEtdGVzdGJlZC0xMQ", "-c", "server.properties", "--ignore-formatted"}, format...)
	command := exec.CommandContext(ctx, "java", kafkaArguments(programs, "kafka.tools.StorageTool", arguments...)...)
	command.Dir = dir
	if out, err := command.CombinedOutput(); err != nil {
		return fmt.Errorf("formatting Kafka's log directory: %w\n%s", err, out)
	}
	return nil
}

func kafkaProcess(programs programs, options Options, dir, broker string) *Process {
	return &Process{
		name:    "Kafka",
		dir:     dir,
		command: append([]string{"java"}, kafkaArguments(programs, "kafka.Kafka", "server.properties")...),
		log:     filepath.Join(dir, "kafka.log"),
		ready: func(ctx context.Context) error {
			admin, err := options.administrator(dir)
			if err != nil {
				return err
			}
			return kafkaAnswers(ctx, "127.0.0.1:"+broker, admin...)
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
func kafkaAnswers(ctx context.Context, address string, options ...kgo.Opt) error {
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
	if len(metadata.Brokers) == 0 || metadata.Controller < 0 {
		return errors.New("Kafka has no controller yet")
	}
	return nil
}
