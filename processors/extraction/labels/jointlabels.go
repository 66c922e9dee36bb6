package labels

import "strings"

// Joined reports whether nothing but a mark or "e" stands between two words.
func (x *Labels) Joined(a, b int) bool {
	switch between := x.Sheet.Tokens[a+1 : b]; len(between) {
	case 0:
		return strings.HasSuffix(x.Sheet.Tokens[a].Text, "/") || strings.HasSuffix(x.Sheet.Tokens[a].Text, ",")
	case 1:
		return between[0].Text == "/" || between[0].Text == "e" || between[0].Text == "," || between[0].Dash()
	}
	return false
}
