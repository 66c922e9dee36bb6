package clickhouse

import (
	"context"

	"lavra.dev/platform/patience"
)

// Patiently tries until it works, ctx ends, the server refuses what it was
// given, or the error is patience.Final.
func (c *Client) Patiently(ctx context.Context, doing string, try func(context.Context) error) error {
	return patience.Until(ctx, c.log.With("doing", doing), "clickhouse", Describe, func(ctx context.Context) error {
		err := try(ctx)
		if err != nil && Refused(err) {
			return patience.Final(err)
		}
		return err
	})
}
