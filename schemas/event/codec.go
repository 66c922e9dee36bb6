// Package event holds the events that pass between the services: their Go
// types, and the codec between these and Avro.
//
// Events are written by the newest schema of their kind, with goavro, and read by
// the schema they were written with, straight into the Go type: goavro has no
// schema resolution of its own and misreads silently when given another schema
// than the writer's. Nothing here talks to Kafka or to a registry.
package event

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"

	"github.com/linkedin/goavro/v2"

	"lavra.dev/schemas/avro"
)

// ErrMalformed is wrapped by every error of Decode that no retry will mend.
var ErrMalformed = errors.New("malformed event")

// Schema names one version of an event's schema.
type Schema struct {
	Subject string // submitted, read, …
	Version int
	Text    string
}

// kinds ties each Go type to its schema name.
var kinds = map[reflect.Type]string{
	reflect.TypeFor[Submitted]():       "submitted",
	reflect.TypeFor[Read]():            "read",
	reflect.TypeFor[Classified]():      "classified",
	reflect.TypeFor[Extracted]():       "extracted",
	reflect.TypeFor[Completed]():       "completed",
	reflect.TypeFor[Status]():          "status",
	reflect.TypeFor[Delivery]():        "delivery",
	reflect.TypeFor[DeliveryAttempt](): "delivery_attempt",
	reflect.TypeFor[Breaker]():         "breaker",
	reflect.TypeFor[Correction]():      "correction",
	reflect.TypeFor[Erasure]():         "erasure",
	reflect.TypeFor[Claim]():           "claim",
	reflect.TypeFor[AuditEntry]():      "audit_entry",
	reflect.TypeFor[Account]():         "account",
	reflect.TypeFor[BodyReference]():   "body_reference",
	reflect.TypeFor[Installation]():    "installation",
	reflect.TypeFor[Instance]():        "instance",
}

// kind is what is compiled once per event type.
type kind struct {
	schema Schema
	codec  *goavro.Codec
	native native
	read   reader
}

// maxBlockItems bounds what a block of an array may say that it holds; goavro
// writes longer arrays in several blocks.
const maxBlockItems = 1 << 20

var compiled = sync.OnceValue(func() map[reflect.Type]*kind {
	goavro.MaxBlockCount = maxBlockItems // before the first event is written
	all := make(map[reflect.Type]*kind, len(kinds))
	for t, name := range kinds {
		k, err := compile(t, name)
		if err != nil {
			panic(err) // schema files and types are one binary; a test compiles them all
		}
		all[t] = k
	}
	return all
})

func compile(t reflect.Type, name string) (*kind, error) {
	versions := avro.Versions(name)
	if len(versions) == 0 {
		return nil, fmt.Errorf("compiling event %s: no schema file", name)
	}
	newest := versions[len(versions)-1]
	text, err := avro.Schema(name, newest)
	if err != nil {
		return nil, err
	}
	schema, err := parseSchema(text)
	if err != nil {
		return nil, fmt.Errorf("compiling event %s: %w", name, err)
	}
	k := &kind{schema: Schema{name, newest, text}}
	if k.codec, err = goavro.NewCodec(text); err == nil {
		k.native, err = nativeFor(schema, t)
	}
	if err == nil {
		k.read, err = readerFor(schema, t)
	}
	if err != nil {
		return nil, fmt.Errorf("compiling event %s: %w", name, err)
	}
	return k, nil
}

func kindOf(v any) (*kind, reflect.Value, error) {
	value := reflect.ValueOf(v)
	if value.Kind() == reflect.Pointer {
		value = value.Elem()
	}
	if !value.IsValid() {
		return nil, value, errors.New("event is nil")
	}
	k := compiled()[value.Type()]
	if k == nil {
		return nil, value, fmt.Errorf("%s is not an event", value.Type())
	}
	return k, value, nil
}

// SchemaOf is the schema an event is written with. v is an event or a pointer to one.
func SchemaOf(v any) (Schema, error) {
	k, _, err := kindOf(v)
	if err != nil {
		return Schema{}, err
	}
	return k.schema, nil
}

// Schemas lists the newest schema of every event, by subject: an empty registry gives
// each the same identifier every time.
func Schemas() []Schema {
	var all []Schema
	for _, k := range compiled() {
		all = append(all, k.schema)
	}
	slices.SortFunc(all, func(a, b Schema) int { return strings.Compare(a.Subject, b.Subject) })
	return all
}

// Encode appends the bare Avro form of an event, written by its newest schema.
func Encode(dst []byte, v any) ([]byte, error) {
	k, value, err := kindOf(v)
	if err != nil {
		return dst, fmt.Errorf("encoding event: %w", err)
	}
	out, err := k.codec.BinaryFromNative(dst, k.native(value))
	if err != nil {
		return dst, fmt.Errorf("encoding event %s: %w", k.schema.Subject, err)
	}
	return out, nil
}

// readers caches the reader of every other schema met. It is bounded by the
// schemas of a registry, which only deployments add to.
var readers sync.Map // written -> reader

// written is a type as a schema has it.
type written struct {
	schema string
	kind   *kind
}

// Decode reads an event written by the given schema into v, a pointer to the
// event. Fields the writer did not know get the reader's default, fields the
// reader does not know are dropped. Bytes that do not fit give ErrMalformed.
func Decode(writer string, data []byte, v any) error {
	k, value, err := kindOf(v)
	if err != nil {
		return fmt.Errorf("decoding event: %w", err)
	}
	if !value.CanSet() {
		return fmt.Errorf("decoding event %s: the target is not a pointer", k.schema.Subject)
	}
	read, err := readerOf(writer, k, value.Type())
	if err != nil {
		return fmt.Errorf("decoding event %s: writer's schema: %w: %w", k.schema.Subject, ErrMalformed, err)
	}
	value.SetZero()
	c := cursor{data}
	if err := read(&c, value); err != nil {
		return fmt.Errorf("decoding event %s: %w: %w", k.schema.Subject, ErrMalformed, err)
	}
	if len(c.rest) != 0 {
		return fmt.Errorf("decoding event %s: %w: %d bytes left over", k.schema.Subject, ErrMalformed, len(c.rest))
	}
	return nil
}

func readerOf(writer string, k *kind, t reflect.Type) (reader, error) {
	if writer == k.schema.Text {
		return k.read, nil
	}
	key := written{writer, k}
	if r, ok := readers.Load(key); ok {
		return r.(reader), nil
	}
	schema, err := parseSchema(writer)
	if err != nil {
		return nil, err
	}
	r, err := readerFor(schema, t)
	if err != nil {
		return nil, err
	}
	readers.Store(key, r)
	return r, nil
}

// ID is the deterministic identifier of what a stage makes of a request: doing
// a thing twice gives the same event, and every reader may drop what it has
// seen. Stage "end" names the request's one end.
func ID(requestID, stage string, revision int32) string {
	h := sha256.New()
	h.Write([]byte(requestID))
	h.Write([]byte{0})
	h.Write([]byte(stage))
	h.Write(binary.BigEndian.AppendUint32([]byte{0}, uint32(revision)))
	return hex.EncodeToString(h.Sum(nil)[:16])
}
