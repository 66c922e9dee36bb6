package secret

import (
	"encoding/base64"
	"net/url"
	"strings"
)

const (
	// sealedText begins a text that is sealed. A client's own text may begin so too: it is
	// sealed all the same.
	sealedText = "lavra-sealed:"
	// sealedQuery is the one parameter of a URL that is sealed.
	sealedQuery = "lavra-sealed"
)

// SealText encrypts a text for one request, as text.
func (k *Keys) SealText(plain, requestID string) string {
	return sealedText + k.sealString(plain, requestID)
}

// OpenText is the reverse of SealText. A text that is not sealed, as builds before wrote it,
// stays as it is.
func (k *Keys) OpenText(text, requestID string) (string, error) {
	sealed, ok := strings.CutPrefix(text, sealedText)
	if !ok {
		return text, nil
	}
	return k.openString(sealed, requestID)
}

// SealURL hides what of a URL may be secret, user, password, query and fragment: it gives one of
// the same scheme, host and path, whose query is the whole URL, sealed. One without any of
// these stays as it is.
func (k *Keys) SealURL(raw, requestID string) string {
	u, err := url.Parse(raw)
	if err == nil && u.User == nil && !strings.ContainsAny(raw, "?#") {
		return raw
	}
	shown := url.URL{RawQuery: sealedQuery + "=" + k.sealString(raw, requestID)}
	if err == nil {
		shown.Scheme, shown.Host, shown.Path, shown.RawPath = u.Scheme, u.Host, u.Path, u.RawPath
	}
	return shown.String()
}

// OpenURL is the reverse of SealURL.
func (k *Keys) OpenURL(raw, requestID string) (string, error) {
	_, sealed, ok := strings.Cut(raw, "?"+sealedQuery+"=")
	if !ok {
		return raw, nil
	}
	return k.openString(sealed, requestID)
}

// What is sealed as text opens as text only: never as the token of the same request.
func textOf(requestID string) string { return requestID + " text" }

func (k *Keys) sealString(plain, requestID string) string {
	return base64.RawURLEncoding.EncodeToString(k.Seal(plain, textOf(requestID)))
}

func (k *Keys) openString(sealed, requestID string) (string, error) {
	raw, err := base64.RawURLEncoding.DecodeString(sealed)
	if err != nil {
		return "", ErrUnsealable
	}
	return k.Open(raw, textOf(requestID))
}
