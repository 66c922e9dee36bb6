package table

import "slices"

// ofList are the tables that are the list's. One that names a few of the columns that another names, most of them and
// what names its rows in other words, is of something else: whom somebody paid, and how much, beside who paid him, how
// much and what was withheld of it. A table that goes on has the headings that it had.
func (r *reader) ofList(parts []part) []part {
	title := TitleColumn(r.List)
	if title < 0 || r.List.Join != "" {
		return parts
	}
	return slices.DeleteFunc(slices.Clone(parts), func(p part) bool {
		own := r.headedBy(&p)
		return slices.ContainsFunc(parts, func(of part) bool {
			all := r.headedBy(&of)
			return len(own) < len(all) && own[title] != "" && own[title] != all[title] && inOtherWords(own, all)
		})
	})
}

// inOtherWords reports whether the columns of one table are columns of another, most of them under other headings.
func inOtherWords(own, all map[int]string) bool {
	others := 0
	for column, words := range own {
		if all[column] == "" {
			return false
		}
		if all[column] != words {
			others++
		}
	}
	return 2*others > len(own)
}

// headedBy are the words of the headings of a table by the columns that they name.
func (r *reader) headedBy(p *part) map[int]string {
	out := map[int]string{}
	for _, strips := range p.heads {
		for _, s := range strips {
			if s.name != nobody {
				out[s.name.Column] = r.folded(s.words)
			}
		}
	}
	return out
}
