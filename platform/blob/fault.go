package blob

import "io"

// Fault is an error of a store that holds a blob, or may hold it, and did not
// give it. It knows how the store serves others: a blob that fails while others
// are read has a fault of its own.
type Fault struct {
	store *Store
	err   error
}

func (f *Fault) Error() string { return f.err.Error() }
func (f *Fault) Unwrap() error { return f.err }

// Served counts the blobs that the store gave whole since it was opened.
func (f *Fault) Served() int64 { return f.store.served.Load() }

// reading is a blob being read.
type reading struct {
	io.Reader
	io.Closer
	store *Store
}

func (r *reading) Read(p []byte) (int, error) {
	n, err := r.Reader.Read(p)
	switch {
	case err == io.EOF:
		r.store.served.Add(1)
	case err != nil:
		err = &Fault{r.store, err}
	}
	return n, err
}
