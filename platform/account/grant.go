package account

import (
	"fmt"
	"slices"
	"strings"
)

// Scope is something that a key may be used for.
type Scope string

const (
	Submit Scope = "submit" // documents and corrections
	Read   Scope = "read"   // statuses, results and analyses of the account
	Erase  Scope = "erase"  // what the account has stored
	Manage Scope = "admin"  // what speaks of all accounts; the account has to be an operator's too
)

// Scopes are all there are.
var Scopes = []Scope{Submit, Read, Erase, Manage}

// ParseScopes reads names of scopes; none means all.
func ParseScopes(names []string) ([]Scope, error) {
	var scopes []Scope
	for _, name := range names {
		if !slices.Contains(Scopes, Scope(name)) {
			return nil, fmt.Errorf("%q is no scope: want some of %s", name, strings.Trim(fmt.Sprint(Scopes), "[]"))
		}
		if !slices.Contains(scopes, Scope(name)) {
			scopes = append(scopes, Scope(name))
		}
	}
	return scopes, nil
}

// Grant is what a presented key stands for.
type Grant struct {
	Account string // empty where the key is unknown
	KeyID   string
	State   State
	Scopes  []string // as they are kept; none: all
}

// May reports whether the key is good for something. A key without scopes is good for
// all that its account may do.
func (g Grant) May(s Scope) bool {
	return len(g.Scopes) == 0 || slices.Contains(g.Scopes, string(s))
}
