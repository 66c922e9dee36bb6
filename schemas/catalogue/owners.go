package catalogue

import "strings"

// Owned is a meaning with the concepts that name its owner in the place of the owner, and
// the owner: "name? of pagador" means "name? of payer|debtor". A meaning without one is
// its own.
func (t *Type) Owned(means string) (text, owner string) {
	what, owner, ok := strings.Cut(" "+means, " of ")
	if !ok {
		return means, ""
	}
	owner, named := strings.CutSuffix(owner, "!")
	if words, ok := t.Owners[owner]; ok {
		if named {
			return strings.TrimSpace(what + " of " + words), "!"
		}
		return strings.TrimSpace(what + " of " + words), owner
	}
	return means, ""
}
