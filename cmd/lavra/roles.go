package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"lavra.dev/platform/clickhouse"
	"lavra.dev/sink/access"
)

var errOneUser = errors.New("the embedded ClickHouse has one user, who may do everything: roles and row policies need a ClickHouse server. " +
	"Start one, let the sink fill it (LAVRA_CLICKHOUSE_DSN on sink and api), and run this with LAVRA_CLICKHOUSE_DSN=http://admin:password@clickhouse:8123/lavra")

func rolesCommand() *cobra.Command {
	return &cobra.Command{Use: "roles [ACCOUNT]...", Short: "Make or renew the roles analyst and auditor in ClickHouse, and one for each account named",
		Long: "Makes the roles analyst (hashes in place of what may name a person: masked_documents, masked_fields) and auditor (all that was read) on the\n" +
			"ClickHouse of LAVRA_CLICKHOUSE_DSN, and the role account_NAME of each account named. Both see the rows of the accounts whose roles they have, and none\n" +
			"without one. The DSN's user has to manage access there (access_management); the services need no such right. Run it again after an upgrade.",
		Example: "  lavra roles acme\n" +
			"  clickhouse-client --query \"CREATE USER maria IDENTIFIED BY '...'\"\n  clickhouse-client --query 'GRANT analyst, account_acme TO maria'",
		RunE: func(cmd *cobra.Command, accounts []string) error {
			s, err := runningSettings()
			if err != nil {
				return err
			}
			if !s.ClickHouseDSN.Set() {
				return errOneUser
			}
			db, err := clickhouse.Open(clickhouse.Config{DSN: s.ClickHouseDSN.Reveal(), Roots: s.authorities()})
			if err != nil {
				return err
			}
			defer db.Close()
			if err := access.Apply(cmd.Context(), db, accounts); err != nil {
				return err
			}
			fmt.Fprintln(cmd.OutOrStdout(), "analyst and auditor are there. Who has one sees the rows of an account with its role: GRANT analyst, `account_NAME` TO user")
			return nil
		}}
}
