package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"lavra.dev/platform/account"
	"lavra.dev/platform/config"
	"lavra.dev/platform/deadletter"
	"lavra.dev/platform/kafka"
	"lavra.dev/platform/telemetry"
)

// administration is the time a command may wait for the log; a part that is
// away that long will not be back while somebody looks at a terminal.
const administration = 20 * time.Second

// administer connects to the installation's log, waits until the accounts are
// known, and runs an action on them.
func administer(action func(context.Context, *account.Admin, []string, io.Writer) error) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, args []string) error {
		ctx, cancel := context.WithTimeout(cmd.Context(), administration)
		defer cancel()
		return atInstallation(cmd, func(s *serviceSettings, b *base) error {
			if cmd.Name() == adoptSecret {
				b.accounts.TakeAll()
			}
			return b.withAccounts(ctx, func(a *account.Admin) error {
				if cmd.Name() != adoptSecret {
					if err := s.secretFault(a.CheckSecret(ctx)); err != nil {
						return err
					}
				}
				return action(ctx, a, args, cmd.OutOrStdout())
			})
		})
	}
}

// atInstallation connects a command to a running installation for as long as an action takes.
func atInstallation(cmd *cobra.Command, action func(*serviceSettings, *base) error) error {
	s, err := runningService()
	if err != nil {
		return err
	}
	start, cancel := context.WithTimeout(cmd.Context(), administration)
	defer cancel()
	b, err := newBase(start, &s.Settings, telemetry.NewLogger(cmd.ErrOrStderr(), s.Config), telemetry.NewRegistry())
	if err != nil {
		return s.unanswered(err)
	}
	defer b.Close()
	return action(s, b)
}

// letters follows the dead letters until stop is called.
func (b *base) letters(ctx context.Context) (letters *deadletter.Index, stop func()) {
	letters = deadletter.NewIndex(b.kafka, b.log)
	ctx, cancel := context.WithCancel(ctx)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_ = letters.Run(ctx) // what became of it Ready says
	}()
	return letters, func() { cancel(); <-ended }
}

// withLog connects to the installation's log alone and runs an action on it,
// both within a limit.
func withLog(limit time.Duration, action func(context.Context, *kafka.Kafka, io.Writer) error) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, _ []string) error {
		s, err := runningSettings()
		if err != nil {
			return err
		}
		ctx, cancel := context.WithTimeout(cmd.Context(), limit)
		defer cancel()
		k, err := dial(ctx, s, kafka.Deps{Logger: telemetry.NewLogger(cmd.ErrOrStderr(), s.Config)})
		if err != nil {
			return s.unanswered(err)
		}
		defer k.Close()
		return action(ctx, k, cmd.OutOrStdout())
	}
}

// runningSettings are those of the environment, pointed at a running `lavra up`
// where nothing else is configured.
func runningSettings() (*Settings, error) {
	all, err := runningService()
	if err != nil {
		return nil, err
	}
	return &all.Settings, nil
}

// runningService adds the settings of what serves.
func runningService() (*serviceSettings, error) {
	var all serviceSettings // all: a name that is none of them is a fault
	if err := config.Load(&all); err != nil {
		return nil, err
	}
	s := &all.Settings
	if len(s.KafkaBrokers) == 0 {
		s.TopicPartitions = s.partitions()
		s.KafkaBrokers = []string{s.KafkaListen}
	}
	if s.SchemaRegistryURL == "" {
		s.SchemaRegistryURL = "http://" + s.RegistryListen
	}
	return &all, nil
}

// unanswered says what to look at where a part did not answer in time.
func (s *Settings) unanswered(err error) error {
	if errors.Is(err, context.DeadlineExceeded) {
		return fmt.Errorf("the log at %v or the registry at %s did not answer: is `lavra up` running, or LAVRA_KAFKA_BROKERS right?",
			s.KafkaBrokers, s.SchemaRegistryURL)
	}
	return err
}
