package kafka

import (
	"context"
	"time"

	"lavra.dev/platform/patience"
)

// tryFor is one try: long enough for a slow start of the other side, short
// enough that the log line comes while somebody is still looking.
const tryFor = 10 * time.Second

func (k *Kafka) patiently(ctx context.Context, part string, try func(context.Context) error) error {
	return patience.Until(ctx, k.log, part, nil, func(ctx context.Context) error {
		ctx, cancel := context.WithTimeout(ctx, tryFor)
		defer cancel()
		return try(ctx)
	})
}
