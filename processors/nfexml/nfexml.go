// Package nfexml reads an electronic invoice (NF-e, layout 4.00) from its XML.
//
// In come the bytes of a file; out go the fields of the catalogue type NFE, the
// invoice's own contradictions in Portuguese, and a readable rendering. The XML is
// believed as it stands: nothing is looked up, no signature is verified, and no DTD
// or entity is ever expanded. That the invoice is still in force cannot be told from
// its XML, since a cancellation is a file of its own.
package nfexml

import (
	"errors"
	"fmt"

	"lavra.dev/schemas/catalogue"
	"lavra.dev/schemas/event"
)

// Result is what an invoice's XML says.
type Result struct {
	Fields          []event.Field // in catalogue order; what the XML lacks is left out
	Inconsistencies []string      // in Portuguese
	Markdown        string
}

// Faults of a file. Reason gives the client's words for each.
var (
	ErrMalformed = errors.New("XML is not well-formed")
	ErrForbidden = errors.New("XML has a DTD, or is out of bounds")
	ErrNoInvoice = errors.New("XML holds no NF-e")
)

// Reason says in Portuguese why a file was not read.
func Reason(err error) string {
	switch {
	case errors.Is(err, ErrForbidden):
		return "O XML contém DTD ou excede os limites de tamanho ou de profundidade."
	case errors.Is(err, ErrNoInvoice):
		return "O XML não contém uma NF-e."
	default:
		return "O XML está malformado ou incompleto."
	}
}

// Read reads the first invoice of an nfeProc, an NFe or an enviNFe.
func Read(data []byte) (Result, error) {
	typ, ok := catalogue.Lookup("NFE")
	if !ok {
		return Result{}, errors.New("looking up the type NFE: not in the catalogue")
	}
	file, err := decode(data)
	if err != nil {
		return Result{}, fmt.Errorf("decoding NF-e: %w", err)
	}
	return Result{
		Fields:          fields(typ, file.invoice),
		Inconsistencies: file.inconsistencies(),
		Markdown:        file.markdown(),
	}, nil
}
