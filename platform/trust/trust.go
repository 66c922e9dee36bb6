// Package trust knows the authorities whose certificates the parts of an installation may
// show. A PEM file comes in, a pool goes out: the system's authorities and those of the file.
package trust

import (
	"crypto/x509"
	"errors"
	"fmt"
	"os"
)

// Pool is nil, which means the system's, where there is no file.
func Pool(file string) (*x509.CertPool, error) {
	if file == "" {
		return nil, nil
	}
	pem, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("reading authorities: %w", err)
	}
	pool, err := x509.SystemCertPool()
	if err != nil { // a container without any
		pool = x509.NewCertPool()
	}
	if !pool.AppendCertsFromPEM(pem) {
		return nil, errors.New("reading authorities: the file holds no certificate in PEM")
	}
	return pool, nil
}
