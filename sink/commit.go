package sink

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/twmb/franz-go/pkg/kerr"
	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/twmb/franz-go/pkg/kmsg"

	"lavra.dev/platform/patience"
)

// pendingPrefix stands in the commit metadata of a partition with a block that
// was begun: it reaches from the committed offset to the one named here.
// Changing the form would leave blocks behind that are never recognised.
const pendingPrefix = "pending="

func pendingMetadata(last int64) string { return pendingPrefix + strconv.FormatInt(last, 10) }

func parsePending(metadata string) (last int64, ok bool) {
	number, ok := strings.CutPrefix(metadata, pendingPrefix)
	if !ok {
		return 0, false
	}
	last, err := strconv.ParseInt(number, 10, 64)
	return last, err == nil
}

const commitTimeout = 10 * time.Second

// commit moves the partition to an offset, with word of a block being begun. It
// tries until it works or the partition is no longer ours: the group may be in
// the middle of a rebalance, or the broker away.
func (p *partition) commit(offset int64, metadata string) error {
	for wait := patience.FirstWait; ; wait = min(2*wait, patience.LongWait) {
		err := p.tryCommit(offset, metadata)
		if err == nil {
			return nil
		}
		if wait == patience.FirstWait {
			p.sink.log.Warn("committing failed, will be tried again", "topic", p.name, "partition", p.key.number, "error", err)
		}
		if err := patience.Sleep(p.ctx, wait); err != nil {
			return err
		}
	}
}

func (p *partition) tryCommit(offset int64, metadata string) error {
	ctx, cancel := context.WithTimeout(p.ctx, commitTimeout)
	defer cancel()
	ctx = kgo.PreCommitFnContext(ctx, func(req *kmsg.OffsetCommitRequest) error {
		for i := range req.Topics {
			for j := range req.Topics[i].Partitions {
				req.Topics[i].Partitions[j].Metadata = &metadata
			}
		}
		return nil
	})
	to := map[string]map[int32]kgo.EpochOffset{p.key.topic: {p.key.number: {Epoch: -1, Offset: offset}}}
	var failure error
	p.client.CommitOffsetsSync(ctx, to, func(_ *kgo.Client, _ *kmsg.OffsetCommitRequest, resp *kmsg.OffsetCommitResponse, err error) {
		failure = commitError(resp, err)
	})
	if failure != nil {
		return fmt.Errorf("committing: %w", failure)
	}
	return nil
}

func commitError(resp *kmsg.OffsetCommitResponse, err error) error {
	if err != nil {
		return err
	}
	for _, t := range resp.Topics {
		for _, p := range t.Partitions {
			if err := kerr.ErrorForCode(p.ErrorCode); err != nil {
				return err
			}
		}
	}
	return nil
}
