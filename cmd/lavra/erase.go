package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"lavra.dev/cmd/lavra/erase"
	"lavra.dev/platform/clickhouse"
)

func eraseCommand() *cobra.Command {
	cfg := erase.Config{Build: version}
	var cpf, cnpj string
	cmd := &cobra.Command{Use: "erase", Short: "Erase the documents of a person, requests, or what an account keeps no longer, and certify it", Args: cobra.NoArgs,
		Long: "Finds every document in whose text, fields, metadata or file name a CPF or CNPJ stands, or the requests that are named, or those of an account\n" +
			"that are older than it may keep them, has them erased as DELETE /extract/{id} does, waits until rows and files are gone, and prints a certificate\n" +
			"as JSON. It ends with an error where something is left. The text of requests in progress cannot be searched; the certificate counts them: run it again when they have ended.",
		Example: "  lavra erase --cpf 123.456.789-09 --dry-run\n  lavra erase --cpf 123.456.789-09 > certificate.json\n  lavra erase --request 0191a0b0-0000-7000-8000-000000000001 --account acme\n  lavra erase --account acme --older-than 720h",
		RunE: func(cmd *cobra.Command, _ []string) (err error) {
			given := cmd.Flags().Changed
			switch {
			case given("cpf"):
				cfg.Number, err = erase.NumberOf(cpf)
			case given("cnpj"):
				cfg.Number, err = erase.NumberOf(cnpj)
			case given("older-than") && (cfg.OlderThan <= 0 || cfg.Account == ""):
				err = errors.New("--older-than wants an --account, and a time such as 720h")
			}
			if err != nil {
				return err
			}
			return runErase(cmd, cfg)
		}}
	flags := cmd.Flags()
	flags.StringVar(&cpf, "cpf", "", "of the person")
	flags.StringVar(&cnpj, "cnpj", "", "of the company")
	flags.StringSliceVar(&cfg.Requests, "request", nil, "identifier of a request; may be repeated")
	flags.DurationVar(&cfg.OlderThan, "older-than", 0, "what --account sent so long ago, such as 720h: where one account keeps its documents for less than the others")
	flags.StringVar(&cfg.Account, "account", "", "documents of this account only")
	flags.BoolVar(&cfg.DryRun, "dry-run", false, "find them, and erase nothing")
	flags.DurationVar(&cfg.Wait, "wait", 10*time.Minute, "how long to wait until they are gone")
	cmd.MarkFlagsOneRequired("cpf", "cnpj", "request", "older-than")
	cmd.MarkFlagsMutuallyExclusive("cpf", "cnpj", "request", "older-than")
	return cmd
}

var errLeft = errors.New("something is left: the certificate says what")

func runErase(cmd *cobra.Command, cfg erase.Config) error {
	return atInstallation(cmd, func(s *serviceSettings, b *base) error {
		store, err := s.openStore(b)
		if err != nil {
			return err
		}
		defer store.Close()
		defer b.tailErasures(cmd.Context())()
		certificate, err := erase.Run(cmd.Context(), cfg, erase.Deps{Store: store, Blobs: b.blobs, Erased: b.erased})
		if certificate != nil {
			encoder := json.NewEncoder(cmd.OutOrStdout())
			encoder.SetIndent("", "  ")
			if err := encoder.Encode(certificate); err != nil {
				return fmt.Errorf("writing the certificate: %w", err)
			}
		}
		if err == nil && !certificate.Complete && !cfg.DryRun {
			err = errLeft
		}
		return err
	})
}

// openStore opens the configured query store, or that of a running `lavra up`.
func (s *Settings) openStore(b *base) (*clickhouse.Client, error) {
	dsn := s.ClickHouseDSN.Reveal()
	if dsn == "" {
		store, err := s.queryStore()
		if err != nil {
			return nil, err
		}
		dsn = store.String()
	}
	return clickhouse.Open(clickhouse.Config{DSN: dsn, Roots: s.authorities(), Logger: b.log})
}
