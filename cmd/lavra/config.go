package main

import (
	"github.com/spf13/cobra"

	"lavra.dev/platform/config"
)

func configCommand() *cobra.Command {
	var names []string
	for _, p := range processes {
		names = append(names, p.name)
	}
	return &cobra.Command{
		Use:   "config [PROCESS]",
		Short: "Check the settings of a process (up, where none is named) and print them, secrets masked",
		Long: "Check the settings of a process (up, where none is named) and print them, secrets masked.\n" +
			"All that would keep it from starting is named at once. docs/configuration.md says what each setting does.",
		ValidArgs: names,
		Args:      cobra.MatchAll(cobra.MaximumNArgs(1), cobra.OnlyValidArgs),
		RunE: func(cmd *cobra.Command, args []string) error {
			process := "up"
			if len(args) > 0 {
				process = args[0]
			}
			s, err := load(process)
			if err != nil {
				return err
			}
			return config.Print(cmd.OutOrStdout(), s)
		},
	}
}
