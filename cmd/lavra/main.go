// Command lavra is the whole product in one binary: `lavra up` runs everything
// on one machine, and each service also runs alone.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"

	"lavra.dev/cmd/lavra/receive"
	"lavra.dev/cmd/lavra/submit"
)

var version = "dev" // set at build time

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second signal ends at once
	err := rootCommand().ExecuteContext(ctx)
	if err == nil || errors.Is(err, context.Canceled) {
		return
	}
	fmt.Fprintln(os.Stderr, "lavra:", err)
	code := 1
	var exit *submit.Exit
	if errors.As(err, &exit) {
		code = exit.Code
	}
	os.Exit(code)
}

func rootCommand() *cobra.Command {
	root := &cobra.Command{
		Use:   "lavra",
		Short: "Reads Brazilian documents: type, fields, text and coordinates, as a streaming pipeline",
		Long: "Reads Brazilian documents: type, fields, text and coordinates, as a streaming pipeline.\n" +
			"Settings come from the environment: `lavra config` prints each, docs/operator.md says what it does.",
		// Errors are printed once, by main, and without the usage text: they say what to do themselves.
		SilenceErrors: true,
		SilenceUsage:  true,
		Version:       version,
	}
	root.AddCommand(serviceCommands()...)
	root.AddCommand(accountCommand(), keyCommand(), topicsCommand(), dlqCommand(), replayCommand(), auditCommand(), eraseCommand(), blobsCommand(), sqlCommand(), rolesCommand(), exportCommand(), configCommand(), submit.Command(), submit.ProduceCommand(openDoor), receive.Command(), manualCommand())
	root.AddCommand(childCommands()...)
	return root
}
