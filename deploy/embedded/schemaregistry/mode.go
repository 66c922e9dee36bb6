package schemaregistry

// Mode reports whether schemas may be registered.
type Mode string

// The modes that are kept. Importing with identifiers of one's own is not.
const (
	ReadWrite Mode = "READWRITE"
	ReadOnly  Mode = "READONLY"
)

func (m Mode) valid() bool { return m == ReadWrite || m == ReadOnly }
