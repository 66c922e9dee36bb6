package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"lavra.dev/platform/account"
)

func accountCommand() *cobra.Command {
	cmd := &cobra.Command{Use: "account", Short: "Create, disable, enable and list accounts"}
	cmd.AddCommand(
		&cobra.Command{Use: "create ACCOUNT", Short: "Create an active account without keys", Args: cobra.ExactArgs(1),
			RunE: administer(func(ctx context.Context, a *account.Admin, args []string, out io.Writer) error {
				if err := a.CreateAccount(ctx, args[0]); err != nil {
					return err
				}
				fmt.Fprintf(out, "Account %s created. Make a key for it: lavra key create %s\n", args[0], args[0])
				return nil
			})},
		&cobra.Command{Use: "disable ACCOUNT", Short: "Refuse every request of an account (403), in force within 5 s", Args: cobra.ExactArgs(1),
			RunE: administer(func(ctx context.Context, a *account.Admin, args []string, _ io.Writer) error {
				return a.SetActive(ctx, args[0], false)
			})},
		&cobra.Command{Use: "enable ACCOUNT", Short: "Accept the requests of an account again", Args: cobra.ExactArgs(1),
			RunE: administer(func(ctx context.Context, a *account.Admin, args []string, _ io.Writer) error {
				return a.SetActive(ctx, args[0], true)
			})},
		signingCommand(),
		&cobra.Command{Use: "list", Short: "List the accounts", Args: cobra.NoArgs, RunE: administer(listAccounts)},
	)
	return cmd
}

// adoptSecret is the one command that runs with another secret than the installation's.
const adoptSecret = "adopt-secret"

func keyCommand() *cobra.Command {
	cmd := &cobra.Command{Use: "key", Short: "Create, revoke and list API keys"}
	cmd.AddCommand(
		createKeyCommand(),
		&cobra.Command{Use: "revoke ACCOUNT KEY-ID", Short: "Revoke a key, in force within 5 s", Args: cobra.ExactArgs(2),
			RunE: administer(func(ctx context.Context, a *account.Admin, args []string, _ io.Writer) error {
				return a.RevokeKey(ctx, args[0], args[1])
			})},
		&cobra.Command{Use: adoptSecret, Short: "Make LAVRA_SECRET_KEY the installation's, where the old one is lost: every API key made with that is void", Args: cobra.NoArgs,
			RunE: administer(func(ctx context.Context, a *account.Admin, _ []string, out io.Writer) error {
				if err := a.AdoptSecret(ctx); err != nil {
					return err
				}
				fmt.Fprintln(out, "The installation has this secret now. Restart its processes with it, and make new keys: lavra key create ACCOUNT")
				return nil
			})},
		&cobra.Command{Use: "list ACCOUNT", Short: "List the keys of an account", Args: cobra.ExactArgs(1), RunE: administer(listKeys)},
	)
	return cmd
}

func createKeyCommand() *cobra.Command {
	var scopes []string
	var lives time.Duration
	cmd := &cobra.Command{Use: "create ACCOUNT", Short: "Create a key and print it, once", Args: cobra.ExactArgs(1),
		RunE: administer(func(ctx context.Context, a *account.Admin, args []string, out io.Writer) error {
			var limits account.KeyLimits
			var err error
			if limits.Scopes, err = account.ParseScopes(scopes); err != nil {
				return err
			}
			if lives < 0 {
				return errors.New("--expires-in: want a time to come, such as 2160h")
			}
			if lives > 0 {
				limits.ExpiresAt = time.Now().Add(lives)
			}
			key, kept, err := a.CreateKey(ctx, args[0], limits)
			if err != nil {
				return err
			}
			fmt.Fprintf(out, "%s\n\nThis is key %s of account %s. It is not kept and cannot be shown again.\n", key, kept.ID, args[0])
			return nil
		})}
	cmd.Flags().StringSliceVar(&scopes, "scopes", nil, "what it is good for, of submit,read,erase,admin; none: all that the account may do")
	cmd.Flags().DurationVar(&lives, "expires-in", 0, "how long it is good, such as 2160h; 0: until it is revoked")
	return cmd
}

func signingCommand() *cobra.Command {
	cmd := &cobra.Command{Use: "signing", Short: "Create, end and list the secrets that an account's callbacks are signed with"}
	var overlap time.Duration
	create := &cobra.Command{Use: "create ACCOUNT", Short: "Create a secret and print it, once; callbacks are signed with it from then on", Args: cobra.ExactArgs(1),
		RunE: administer(func(ctx context.Context, a *account.Admin, args []string, out io.Writer) error {
			if overlap < 0 {
				return errors.New("--overlap: want 0 or more, such as 24h")
			}
			secret, kept, err := a.CreateSigningSecret(ctx, args[0], overlap)
			if err != nil {
				return err
			}
			fmt.Fprintf(out, "%s\n\nThis is signing secret %s of account %s. It cannot be shown again. Secrets before it are used for %v more.\n", secret, kept.ID, args[0], overlap)
			return nil
		})}
	create.Flags().DurationVar(&overlap, "overlap", 24*time.Hour, "how long callbacks are signed with the secrets before, too; 0: where one leaked")
	cmd.AddCommand(create,
		&cobra.Command{Use: "end ACCOUNT SECRET-ID", Short: "Stop signing with a secret, in force within 5 s", Args: cobra.ExactArgs(2),
			RunE: administer(func(ctx context.Context, a *account.Admin, args []string, _ io.Writer) error {
				return a.EndSigningSecret(ctx, args[0], args[1])
			})},
		&cobra.Command{Use: "list ACCOUNT", Short: "List the signing secrets of an account", Args: cobra.ExactArgs(1),
			RunE: administer(func(ctx context.Context, a *account.Admin, args []string, out io.Writer) error {
				acc, err := a.Account(ctx, args[0])
				if err != nil {
					return err
				}
				w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
				fmt.Fprintln(w, "SECRET\tCREATED\tENDS")
				for _, s := range acc.SigningSecrets {
					fmt.Fprintf(w, "%s\t%s\t%s\n", s.ID, s.CreatedAt.Format(time.DateTime), dateOrNone(s.EndsAt))
				}
				return w.Flush()
			})})
	return cmd
}

func listAccounts(ctx context.Context, a *account.Admin, _ []string, out io.Writer) error {
	accounts, err := a.Accounts(ctx)
	if err != nil {
		return err
	}
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "ACCOUNT\tSTATE\tKEYS\tCREATED")
	for _, acc := range accounts {
		state, live := "inactive", 0
		if acc.Active {
			state = "active"
		}
		for _, k := range acc.Keys {
			if k.RevokedAt == nil && (k.ExpiresAt == nil || k.ExpiresAt.After(time.Now())) {
				live++
			}
		}
		fmt.Fprintf(w, "%s\t%s\t%d\t%s\n", acc.ID, state, live, acc.CreatedAt.Format(time.DateTime))
	}
	return w.Flush()
}

func listKeys(ctx context.Context, a *account.Admin, args []string, out io.Writer) error {
	acc, err := a.Account(ctx, args[0])
	if err != nil {
		return err
	}
	used, err := a.LastUses(ctx, args[0])
	if err != nil {
		return err
	}
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "KEY\tENDS IN\tSCOPES\tCREATED\tLAST USED\tEXPIRES\tREVOKED")
	for _, k := range acc.Keys {
		last := used[k.ID]
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\t%s\n", k.ID, k.Hint, cmp.Or(strings.Join(k.Scopes, ","), "all"),
			k.CreatedAt.Format(time.DateTime), dateOrNone(&last), dateOrNone(k.ExpiresAt), dateOrNone(k.RevokedAt))
	}
	return w.Flush()
}

func dateOrNone(at *time.Time) string {
	if at == nil || at.IsZero() {
		return "-"
	}
	return at.Format(time.DateTime)
}
