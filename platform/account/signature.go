package account

import (
	"context"
	"crypto/hmac"
	"fmt"

	"github.com/twmb/franz-go/pkg/kgo"

	"lavra.dev/platform/kafka"
	"lavra.dev/platform/secret"
	"lavra.dev/schemas/event"
	"lavra.dev/schemas/topic"
)

// signatureHeader of a record of accounts holds the code over its key, which is the
// account, and its bytes. In the installation's topic it is the mark, see markSigned.
const signatureHeader = "signature"

// signature is what a record's header says of it.
type signature int

const (
	missing signature = iota // as builds before wrote it
	wrong
	right
)

func (h hasher) sign(rec *kgo.Record) {
	code := h.keys.MAC(secret.Account, string(rec.Key), string(rec.Value))
	rec.Headers = append(rec.Headers, kgo.RecordHeader{Key: signatureHeader, Value: code})
}

func (h hasher) signature(rec *kgo.Record) signature {
	for _, header := range rec.Headers {
		if header.Key != signatureHeader {
			continue
		}
		if hmac.Equal(header.Value, h.keys.MAC(secret.Account, string(rec.Key), string(rec.Value))) {
			return right
		}
		return wrong
	}
	return missing
}

// An installation of a build before has accounts without signature. They are taken until
// the first process of this build has signed them all; from then on the mark in the
// installation's topic, which is never compacted, says that there are none any more, and
// one that turns up is a forgery. So is the record that takes an account back to what it was.
func (d *Directory) refuses(rec *kgo.Record, a event.Account, s signature) error {
	before, known := d.accounts[a.ID]
	switch {
	case a.ID != string(rec.Key):
		return errForged
	case d.adopting:
		return nil
	case a.ID == installation && s != right:
		// The fingerprint in it is a code itself, and its being another's has to be seen.
		return nil
	case s == wrong, s == missing && (d.signedOnly || known && before.signed):
		return errForged
	case known && a.Revision < before.Revision:
		return errStale
	}
	return nil
}

// mark is the key of the record that says that all accounts are signed.
const mark = "accounts"

// isMarked reads the mark.
func (d *Directory) isMarked(ctx context.Context) (bool, error) {
	partition, err := d.kafka.PartitionOf(ctx, topic.Installation, mark)
	if err != nil {
		return false, err
	}
	end, err := d.kafka.EndOffset(ctx, topic.Installation, partition)
	if err != nil {
		return false, err
	}
	want := d.hasher.keys.MAC(secret.SignedFrom)
	for rec, err := range d.kafka.Scan(ctx, kafka.Stretch{Topic: topic.Installation, Partition: partition, From: 0, To: end}) {
		if err != nil {
			return false, err
		}
		for _, header := range rec.Headers {
			if header.Key == signatureHeader && hmac.Equal(header.Value, want) {
				return true, nil
			}
		}
	}
	return false, nil
}

// signAll signs what has no signature of this secret and sets the mark. Several processes may
// do so at once.
func (a *Admin) signAll(ctx context.Context) error {
	d := a.directory
	marked, err := d.isMarked(ctx)
	if err != nil {
		return fmt.Errorf("asking whether accounts are signed: %w", err)
	}
	if marked && !d.adopting {
		return nil
	}
	for _, acc := range append(d.Accounts(), event.Account{ID: installation}) { // that last: it tells the others
		err := a.change(ctx, acc.ID, func(_ *event.Account, exists bool) (bool, error) {
			e, _ := d.find(acc.ID)
			return exists && !e.signed, nil
		})
		if err != nil {
			return fmt.Errorf("signing account %s: %w", acc.ID, err)
		}
	}
	if marked {
		return nil
	}
	_, err = d.kafka.Produce(ctx, topic.Installation, mark, event.Installation{At: now()},
		kgo.RecordHeader{Key: signatureHeader, Value: d.hasher.keys.MAC(secret.SignedFrom)})
	if err != nil {
		return fmt.Errorf("marking accounts as signed: %w", err)
	}
	d.log.Info("every account's record is signed; one without a signature is refused from now on")
	return nil
}
