package testbed

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	_ "embed"
	"encoding/pem"
	"fmt"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/twmb/franz-go/pkg/sasl/plain"
)

// Login is somebody whom Kafka knows.
type Login struct{ User, Password, Mechanism string } // PLAIN, SCRAM-SHA-256 or SCRAM-SHA-512

//go:embed kafka/login.properties
var loginProperties string

// certificateFile is the name of the broker's own certificate in the bed's directory.
const certificateFile = "broker.pem"

// CA is the file that clients of a Kafka with logins trust.
func (b *JavaBed) CA() string { return filepath.Join(b.dir, "ca.pem") }

// Administrator gives options of a client for the first login, which may do everything.
func (b *JavaBed) Administrator() ([]kgo.Opt, error) { return b.options.administrator(b.dir) }

func (o Options) administrator(dir string) ([]kgo.Opt, error) {
	if len(o.Logins) == 0 {
		return nil, nil
	}
	text, err := os.ReadFile(filepath.Join(dir, "ca.pem"))
	if err != nil {
		return nil, fmt.Errorf("reading the broker's certificate: %w", err)
	}
	roots := x509.NewCertPool()
	roots.AppendCertsFromPEM(text)
	admin := o.Logins[0]
	return []kgo.Opt{kgo.DialTLSConfig(&tls.Config{RootCAs: roots}), kgo.SASL(plain.Auth{User: admin.User, Pass: admin.Password}.AsMechanism())}, nil
}

// loginSettings are the broker's, and what its log directory is formatted with.
func (o Options) loginSettings() (settings string, format []string) {
	users := ""
	for _, l := range o.Logins {
		if l.Mechanism == "PLAIN" {
			users += fmt.Sprintf(" user_%s=\"%s\"", l.User, l.Password)
			continue
		}
		format = append(format, "--add-scram", fmt.Sprintf("%s=[name=%s,password=%s]", l.Mechanism, l.User, l.Password))
	}
	admin := o.Logins[0]
	return strings.NewReplacer("@admin@", admin.User, "@password@", admin.Password, "@users@", users).Replace(loginProperties), format
}

// writeCertificate makes a certificate for this machine, and what trusts it.
func writeCertificate(dir string) error {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return fmt.Errorf("making the broker's key: %w", err)
	}
	template := &x509.Certificate{SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "127.0.0.1"}, IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(24 * time.Hour), IsCA: true, BasicConstraintsValid: true,
		KeyUsage: x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth}}
	certificate, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		return fmt.Errorf("making the broker's certificate: %w", err)
	}
	private, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		return fmt.Errorf("writing the broker's key: %w", err)
	}
	public := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: certificate})
	if err := os.WriteFile(filepath.Join(dir, "ca.pem"), public, 0o600); err != nil {
		return fmt.Errorf("writing the broker's certificate: %w", err)
	}
	pair := append(pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: private}), public...)
	if err := os.WriteFile(filepath.Join(dir, certificateFile), pair, 0o600); err != nil {
		return fmt.Errorf("writing the broker's certificate: %w", err)
	}
	return nil
}
