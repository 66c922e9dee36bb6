package egress

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"net"
	"os"
	"syscall"
)

// Class is one short word for why a call failed, from a fixed set, so that it
// can stand in logs, metrics and records. The errors themselves quote URLs,
// hosts and what the other side said.
func Class(err error) string {
	var (
		lookup  *LookupError
		timeout net.Error
		record  tls.RecordHeaderError
		verify  *tls.CertificateVerificationError
		unknown x509.UnknownAuthorityError
		alert   tls.AlertError
	)
	switch {
	case err == nil:
		return ""
	case errors.Is(err, ErrAddress):
		return "address"
	case errors.Is(err, ErrURL), errors.Is(err, ErrScheme):
		return "url"
	case errors.Is(err, errRedirects):
		return "redirects"
	case errors.As(err, &lookup):
		return "lookup"
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, os.ErrDeadlineExceeded),
		errors.As(err, &timeout) && timeout.Timeout():
		return "timeout"
	case errors.Is(err, context.Canceled):
		return "cancelled"
	case errors.Is(err, syscall.ECONNREFUSED):
		return "refused"
	case errors.As(err, &record), errors.As(err, &verify), errors.As(err, &unknown), errors.As(err, &alert):
		return "tls"
	}
	return "connection"
}
