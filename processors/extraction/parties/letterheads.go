package parties

// readLetterheads proposes the lines over the number of a party as its name, where the check digits are right and nothing else
// gives the name: so the heads of letters are set.
func (x *reader) readLetterheads() {
	for _, o := range x.Type.Parties {
		field, named := o.Fields["name"]
		number, numbered := o.Fields["number"]
		if !named || !numbered || x.BestOf(field) != nil {
			continue
		}
		if c := x.BestOf(number); c != nil && c.Checked {
			if name, ok := x.nameInHead(field, x.Sheet.Tokens[c.Tokens[0]].Cell); ok {
				x.Propose(name)
			}
		}
	}
}
