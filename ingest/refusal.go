package ingest

import (
	"context"
	"errors"
	"net/http"
	"time"

	"lavra.dev/ingest/form"
	"lavra.dev/platform/egress"
	"lavra.dev/platform/web"
)

// Texts of the contract that a client sees.
const (
	textFormat    = "Formato de arquivo não suportado. Formatos aceitos: PDF, JPEG, PNG, TIFF, XML."
	textClassify  = "Classificação de XML não é suportada. Use /extract/sync com documentType=NFE."
	textBlocked   = "Arquivo bloqueado pela validação de segurança."
	textURL       = "URL inválida."
	textScheme    = "Protocolo de URL inválido."
	textAddress   = "Endereço IP não permitido."
	textDownload  = "Não foi possível baixar o arquivo da URL fornecida."
	textMediaType = "Tipo de conteúdo não suportado. Use application/json ou multipart/form-data."
	textBatchType = "Tipo de conteúdo não suportado. Use multipart/form-data."
	textConflict  = "A chave de idempotência já foi usada com outro conteúdo."
	textRate      = "Limite de requisições da conta excedido. Tente novamente em instantes."
	textBudget    = "Limite de documentos em processamento da conta excedido. Tente novamente em instantes."
	textTimeout   = "O processamento não terminou no tempo pedido e continua. Consulte GET /extract/{requestId}."
)

// refusal is an answer that accepts nothing.
type refusal struct {
	status int
	text   string
	reason string // short, for metrics
	block  string // what the screen found in a file; empty: nothing
	retry  time.Duration
}

func (r *refusal) Error() string { return r.text }

func badRequest(reason, text string) *refusal {
	return &refusal{status: http.StatusBadRequest, text: text, reason: reason}
}

func invalid(field, reason string) *refusal {
	return badRequest("invalid", (&form.Invalid{Field: field, Reason: reason}).Error())
}

// retryUnavailable is when to come back while something is away: about the time
// in which a restarted broker or store answers again.
const retryUnavailable = 5 * time.Second

// unavailable refuses while something that is needed is away.
func unavailable(retry time.Duration) *refusal {
	return &refusal{status: http.StatusServiceUnavailable, text: web.TextUnavailable, reason: "unavailable", retry: retry}
}

// refuse answers with what an error means. One that is no refusal, nor of a
// kind that the contract names, says that something of ours is away; it is logged.
func (s *Service) refuse(w http.ResponseWriter, ctx context.Context, e endpoint, err error) {
	r := refusalFor(e, err)
	if r == nil {
		r = unavailable(retryUnavailable)
		if ctx.Err() == nil {
			s.deps.Log.Warn("refusing a request: something it needs is away",
				"endpoint", e.name, "trace_id", web.TraceID(ctx), "error", err)
		} else {
			r.reason = "cancelled"
		}
	}
	s.metrics.refused.WithLabelValues(e.name, r.reason).Inc()
	if r.block != "" {
		w.Header().Set("X-Block-Reason", r.block)
		s.deps.Log.Info("refusing a file", "endpoint", e.name, "trace_id", web.TraceID(ctx), "account", web.Account(ctx), "reason", r.block)
	}
	switch r.status {
	case http.StatusTooManyRequests:
		web.TooMany(w, r.retry, r.text)
	case http.StatusServiceUnavailable:
		web.Unavailable(w, r.retry)
	default:
		web.Message(w, r.status, r.text)
	}
}

// refusalFor gives the contract's answer to an error; nil where it has none.
func refusalFor(e endpoint, err error) *refusal {
	var own *refusal
	var ofFile *form.FileError
	var ofSchema *form.Invalid
	switch {
	case errors.As(err, &ofFile):
		inner := refusalFor(e, ofFile.Err)
		if inner == nil {
			return nil
		}
		named := *inner
		named.text = (&form.FileError{Name: ofFile.Name, Err: inner}).Error()
		return &named
	case errors.As(err, &own):
		return own
	case errors.As(err, &ofSchema):
		return badRequest("invalid", ofSchema.Error())
	case errors.Is(err, form.ErrMediaType):
		text := textMediaType
		if e.spec.Batch {
			text = textBatchType
		}
		return &refusal{status: http.StatusUnsupportedMediaType, text: text, reason: "media_type"}
	}
	for _, known := range []struct {
		err          error
		reason, text string
	}{
		{form.ErrBoth, "both", form.ErrBoth.Error()},
		{form.ErrNoFile, "no_file", form.ErrNoFile.Error()},
		{form.ErrEmpty, "empty", form.ErrEmpty.Error()},
		{form.ErrTooLarge, "too_large", form.ErrTooLarge.Error()},
		{egress.ErrTooLarge, "too_large", form.ErrTooLarge.Error()},
		{egress.ErrURL, "url", textURL},
		{egress.ErrScheme, "url", textScheme},
		{egress.ErrAddress, "address", textAddress},
		{egress.ErrDownload, "download", textDownload},
	} {
		if errors.Is(err, known.err) {
			return badRequest(known.reason, known.text)
		}
	}
	return nil
}
