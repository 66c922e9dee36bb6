package embedded

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/twmb/franz-go/pkg/kadm"
	"github.com/twmb/franz-go/pkg/kerr"
)

// The broker calls the transactions aborted that a kill left open, and writes no
// markers of it. Clients leave out all that a producer writes behind an aborted
// transaction until they come by its marker: without one they leave out what its
// successor commits, and after the next kill the broker takes that commit for one of
// both. So what was cut off is looked for in the files before the broker loads them,
// and gets its markers before anybody is told of the broker.

// cutOff is a transaction that a kill left open in a partition.
type cutOff struct {
	topic     string
	partition int32
	producer  int64
	epoch     int16
}

// findCutOff looks through all partitions but those that were closed well.
func findCutOff(log string) ([]cutOff, error) {
	folders, err := filepath.Glob(filepath.Join(log, "partitions", "*"))
	if err != nil {
		return nil, err
	}
	var all []cutOff
	for _, folder := range folders {
		found, err := cutOffIn(folder)
		if err != nil {
			return nil, fmt.Errorf("looking for transactions that were cut off: %w", err)
		}
		all = append(all, found...)
	}
	return all, nil
}

func cutOffIn(folder string) ([]cutOff, error) {
	segments, err := segmentsOf(folder)
	if err != nil || closedWell(folder, segments) {
		return nil, err
	}
	open := map[int64]int16{} // epochs by producer
	for _, base := range segments {
		raw, err := os.ReadFile(segmentFile(folder, base))
		if err != nil {
			return nil, err
		}
		if err := mendIndex(folder, base, followTransactions(raw, open)); err != nil {
			return nil, err
		}
	}
	name := filepath.Base(folder)
	dash := strings.LastIndexByte(name, '-')
	topic, err := url.PathUnescape(name[:max(dash, 0)])
	number, notANumber := strconv.ParseInt(name[dash+1:], 10, 32)
	var found []cutOff
	for producer, epoch := range open {
		found = append(found, cutOff{topic, int32(number), producer, epoch})
	}
	return found, errors.Join(err, notANumber)
}

func segmentFile(folder string, base int64) string {
	return filepath.Join(folder, fmt.Sprintf("%d.dat", base))
}

// segmentsOf are the offsets at which the files of a partition begin, in order.
func segmentsOf(folder string) (bases []int64, err error) {
	files, err := filepath.Glob(filepath.Join(folder, "*.dat"))
	for _, file := range files {
		base, err := strconv.ParseInt(strings.TrimSuffix(filepath.Base(file), ".dat"), 10, 64)
		if err == nil { // the broker passes others over too
			bases = append(bases, base)
		}
	}
	slices.Sort(bases)
	return bases, err
}

// closedWell reports whether the broker wrote down at its end what these files hold, the
// transactions that were open among it.
func closedWell(folder string, segments []int64) bool {
	var snapshot struct {
		Segments []struct {
			Base int64 `json:"base_offset"`
			Size int64 `json:"size"`
		} `json:"segments"`
	}
	text, err := os.ReadFile(filepath.Join(folder, "snapshot.json"))
	if err != nil || json.Unmarshal(text, &snapshot) != nil || len(snapshot.Segments) != len(segments) {
		return false
	}
	for i, s := range snapshot.Segments {
		file, err := os.Stat(segmentFile(folder, segments[i]))
		if err != nil || s.Base != segments[i] || s.Size != file.Size() {
			return false
		}
	}
	return true
}

// Where things stand in the head of a batch of records, as Kafka's protocol has them.
const (
	batchLength      = 8
	batchLeaderEpoch = 12
	batchChecksum    = 17
	batchAttributes  = 21
	batchProducer    = 43
	batchEpoch       = 51
	batchHead        = 61

	attributeTransactional = 0x10
	attributeControl       = 0x20
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// batchNote is what the broker's index says of a batch.
type batchNote struct {
	epoch         uint32
	inTransaction bool
}

// followTransactions notes which are open at the end of a file, up to a batch that was
// not written whole: the broker cuts that off.
func followTransactions(raw []byte, open map[int64]int16) (notes []batchNote) {
	for len(raw) >= batchHead {
		size := int64(binary.BigEndian.Uint32(raw[batchLength:])) + batchLength + 4
		if size < batchHead || size > int64(len(raw)) {
			return notes
		}
		batch := raw[:size]
		if crc32.Checksum(batch[batchAttributes:], castagnoli) != binary.BigEndian.Uint32(batch[batchChecksum:]) {
			return notes
		}
		note := batchNote{epoch: binary.BigEndian.Uint32(batch[batchLeaderEpoch:])}
		producer := int64(binary.BigEndian.Uint64(batch[batchProducer:]))
		switch attributes := binary.BigEndian.Uint16(batch[batchAttributes:]); {
		case attributes&attributeControl != 0:
			delete(open, producer)
		case attributes&attributeTransactional != 0:
			open[producer] = int16(binary.BigEndian.Uint16(batch[batchEpoch:]))
			note.inTransaction = true
		}
		notes = append(notes, note)
		raw = raw[size:]
	}
	return notes
}

// An entry of a segment's index is a version, the lowest byte of the checksum of what
// follows, the epoch, a time that the broker works out anew, and whether the batch was
// written in a transaction.
const (
	indexEntry       = 15
	indexVersion     = 1
	indexEpoch       = 2
	indexTransaction = 14
)

// mendIndex writes a segment's index anew where it does not go with the segment: a batch
// whose entry a kill or a full disk kept from being written leaves all entries after it
// to the wrong batches.
func mendIndex(folder string, base int64, notes []batchNote) error {
	path := filepath.Join(folder, fmt.Sprintf("%d.idx", base))
	had, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	want := make([]byte, len(notes)*indexEntry)
	copy(want, had) // for the times
	for i, note := range notes {
		entry := want[i*indexEntry:][:indexEntry]
		entry[0], entry[indexTransaction] = indexVersion, 0
		binary.LittleEndian.PutUint32(entry[indexEpoch:], note.epoch)
		if note.inTransaction {
			entry[indexTransaction] = 1
		}
		entry[1] = byte(crc32.Checksum(entry[indexEpoch:], castagnoli))
	}
	if bytes.Equal(had, want) {
		return nil
	}
	return replaceFile(path, want)
}

// markCutOff writes the markers that are missing.
func markCutOff(ctx context.Context, admin *kadm.Client, all []cutOff) error {
	for _, c := range all {
		marker := kadm.TxnMarkers{ProducerID: c.producer, ProducerEpoch: c.epoch, Topics: kadm.TopicsSet{}}
		marker.Topics.Add(c.topic, c.partition)
		answers, err := admin.WriteTxnMarkers(ctx, marker)
		answers.EachPartition(func(p kadm.TxnMarkersPartitionResponse) { err = errors.Join(err, p.Err) })
		if err != nil && !errors.Is(err, kerr.UnknownTopicOrPartition) { // one that was deleted needs none
			return fmt.Errorf("ending a transaction in %s/%d that was cut off: %w", c.topic, c.partition, err)
		}
	}
	return nil
}
