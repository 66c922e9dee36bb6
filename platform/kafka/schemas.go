package kafka

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"time"

	"github.com/twmb/franz-go/pkg/sr"

	"lavra.dev/platform/patience"
	"lavra.dev/schemas/event"
)

// schemas ties the wire identifiers of the registry to schemas. An identifier
// never changes its meaning, so what was once looked up is kept for ever; the
// memory is bounded by the number of schemas of the registry, which only
// deployments add to.
type schemas struct {
	prefix string
	http   *http.Client
	client *sr.Client

	mu      sync.RWMutex
	ids     map[string]int // by subject, of the newest schemas of this build
	names   map[string]string
	writers map[int]writer
	asking  sync.Mutex // one question to the registry at a time
}

// writer is a schema some build wrote with.
type writer struct {
	name string // full name of the record
	text string
}

func newSchemas(cfg Config) (*schemas, error) {
	s := &schemas{
		prefix:  cfg.Prefix,
		http:    &http.Client{Timeout: 5 * time.Second, Transport: trusting(cfg.Roots)},
		ids:     map[string]int{},
		names:   map[string]string{},
		writers: map[int]writer{},
	}
	var err error
	if s.client, err = sr.NewClient(append(cfg.Access.registryOptions(), sr.URLs(cfg.RegistryURL), sr.HTTPClient(s.http))...); err != nil {
		return nil, fmt.Errorf("making the registry client: %w", err)
	}
	return s, nil
}

func (s *schemas) close() { s.http.CloseIdleConnections() }

// forget drops what the registry said.
func (s *schemas) forget() {
	s.mu.Lock()
	defer s.mu.Unlock()
	clear(s.ids)
	clear(s.writers)
}

// register makes sure that the registry has every schema this build writes.
func (s *schemas) register(ctx context.Context) error {
	for _, schema := range event.Schemas() {
		name, err := fullName(schema.Text)
		if err != nil {
			return patience.Final(err)
		}
		id, err := s.registerOne(ctx, s.prefix+schema.Subject, schema.Text)
		for tries := 0; conflict(err) && tries < conflictTries && ctx.Err() == nil; tries++ {
			patience.Sleep(ctx, conflictWait)
			id, err = s.registerOne(ctx, s.prefix+schema.Subject, schema.Text)
		}
		if err != nil {
			return refused(fmt.Errorf("schema %s version %d: %w", schema.Subject, schema.Version, err))
		}
		s.mu.Lock()
		s.ids[schema.Subject] = id
		s.names[schema.Subject] = name
		s.writers[id] = writer{name, schema.Text}
		s.mu.Unlock()
	}
	return nil
}

func (s *schemas) registerOne(ctx context.Context, subject, text string) (int, error) {
	schema := sr.Schema{Schema: text, Type: sr.TypeAvro}
	found, err := s.client.LookupSchema(ctx, subject, schema)
	if err == nil {
		return found.ID, nil
	}
	if !notFound(err) {
		return 0, err
	}
	// The level is set by name and before the first version: what a registry
	// applies unasked differs from one to the next.
	levelErr := s.setLevel(ctx, subject)
	if levelErr != nil && !notFound(levelErr) {
		return 0, levelErr
	}
	id, err := s.client.RegisterSchema(ctx, subject, schema, -1, -1)
	if err == nil && levelErr != nil { // a registry that knows no level without a version
		err = s.setLevel(ctx, subject)
	}
	return id, err
}

func (s *schemas) setLevel(ctx context.Context, subject string) error {
	level := sr.SetCompatibility{Level: sr.CompatFullTransitive}
	return s.client.SetCompatibility(ctx, level, subject)[0].Err
}

// Processes that start together on an empty registry all make the same subjects. Apicurio answers
// 409 to those who come second, in the middle of what the first one does; moments later the subject
// is found. A schema that does not go with its elders is a conflict too, and is refused after
// conflictTries × conflictWait = 2 s.
const (
	conflictTries = 8
	conflictWait  = 250 * time.Millisecond
)

func conflict(err error) bool {
	var answer *sr.ResponseError
	return errors.As(err, &answer) && answer.StatusCode == http.StatusConflict
}

// refused marks as final what the registry will say again: the schema does not
// go with its elders, or is none.
func refused(err error) error {
	var answer *sr.ResponseError
	if errors.As(err, &answer) && (answer.StatusCode == http.StatusConflict || answer.StatusCode == http.StatusUnprocessableEntity) {
		return patience.Final(err)
	}
	return err
}

// notFound asks for the registry's own word: a proxy in front of a registry
// that is away says 404 too.
func notFound(err error) bool {
	var answer *sr.ResponseError
	return errors.As(err, &answer) && answer.StatusCode == http.StatusNotFound && answer.ErrorCode >= 40400 && answer.ErrorCode < 40500
}

// newest is the wire identifier of the schema this build writes an event with.
func (s *schemas) newest(subject string) (int, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	id, ok := s.ids[subject]
	if !ok {
		return 0, fmt.Errorf("schema %s is not registered", subject)
	}
	return id, nil
}

// SchemaFingerprints says what the registry's identifiers of this build's schemas mean,
// in as many bytes as tell any two schemas apart.
func (k *Kafka) SchemaFingerprints() map[int]string {
	s := k.schemas
	s.mu.RLock()
	defer s.mu.RUnlock()
	all := map[int]string{}
	for _, id := range s.ids {
		sum := sha256.Sum256([]byte(s.writers[id].text))
		all[id] = hex.EncodeToString(sum[:8])
	}
	return all
}

// recordName is the full name of the record that an event of this build is.
func (s *schemas) recordName(subject string) string {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.names[subject]
}

// writer finds the schema behind a wire identifier. One that the registry does
// not have makes the record undecodable; a registry that does not answer does not.
func (s *schemas) writer(ctx context.Context, id int) (writer, error) {
	if w, ok := s.known(id); ok {
		return w, nil
	}
	s.asking.Lock()
	defer s.asking.Unlock()
	if w, ok := s.known(id); ok {
		return w, nil
	}
	schema, err := s.client.SchemaByID(ctx, id)
	if notFound(err) {
		if err = s.remembers(ctx); err == nil {
			return writer{}, fmt.Errorf("%w: the registry has no schema %d", ErrUndecodable, id)
		}
	}
	if err != nil {
		return writer{}, fmt.Errorf("asking the registry for schema %d: %w: %w", id, ErrAway, err)
	}
	name, err := fullName(schema.Schema)
	if err != nil || schema.Type != sr.TypeAvro {
		return writer{}, fmt.Errorf("%w: schema %d is no Avro record", ErrUndecodable, id)
	}
	w := writer{name, schema.Schema}
	s.mu.Lock()
	s.writers[id] = w
	s.mu.Unlock()
	return w, nil
}

// remembers asks the registry for a schema that this process registered. One
// that has lost it was wiped, or is another: what it does not have says nothing
// about a record then.
func (s *schemas) remembers(ctx context.Context) error {
	id, err := s.newest(referenceSubject)
	if err != nil {
		return err
	}
	if _, err := s.client.SchemaByID(ctx, id); err != nil {
		return fmt.Errorf("the registry does not give schema %d, which it had at start: was it wiped, or is it another?: %w", id, err)
	}
	return nil
}

func (s *schemas) known(id int) (writer, bool) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	w, ok := s.writers[id]
	return w, ok
}

func fullName(schema string) (string, error) {
	var record struct{ Name, Namespace string }
	if err := json.Unmarshal([]byte(schema), &record); err != nil {
		return "", fmt.Errorf("reading schema: %w", err)
	}
	return record.Namespace + "." + record.Name, nil
}
