package form

import (
	"slices"
	"strings"
)

// Names that a body may have somewhere, on some endpoint. What is none of them is
// ignored: clients send more than one service reads.
var (
	bodyNames = []string{"file", "documentType", "referenceId", "metadata", "includeMarkdown", "timeout", "callbackUrl", "callbackAuthToken", "callbackMethod",
		"includeMarkdownInWebhook", "signature", "fileUrl", "fileBase64", "filename"}
	fileNames = []string{"fileUrl", "fileBase64", "filename"} // of the member file
)

// unread looks at a name that the endpoint does not read. One that is a known one
// but for case, "_" and "-" is a typing error, which would vanish in silence; a
// known one is remembered, so that the answer can say that it had no effect.
func (p *parser) unread(name, under string, names []string) error {
	if slices.Contains(names, name) {
		if !slices.Contains(p.form.Unread, under+name) {
			p.form.Unread = append(p.form.Unread, under+name)
		}
		return nil
	}
	if len(name) > 64 { // twice the longest
		return nil
	}
	for _, right := range names {
		if plain(name) == plain(right) {
			return &Invalid{under + name, "nome desconhecido, o certo é " + right + "."}
		}
	}
	return nil
}

var separators = strings.NewReplacer("_", "", "-", "")

func plain(name string) string { return strings.ToLower(separators.Replace(name)) }
