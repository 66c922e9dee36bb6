package extraction

import "slices"

const besideHeads = 0.6 // of the score of what stands right of a heading among headings

// betweenHeads tells whether the cell left of a label is a label and nothing else, and
// words stand under it as they do under this one: "EMITENTE   DESTINATÁRIO   DATAS" are
// headings of columns, and the last is no value of the one before it.
func (x *extractor) betweenHeads(s *spot) bool {
	row := x.sheet.Rows[x.sheet.Cells[s.cell].Row].Cells
	at := slices.Index(row, s.cell)
	if (at <= 0 || !x.labelCell(row[at-1])) && !x.beforeMisread(row, at) {
		return false
	}
	_, ok := x.below(s, 1)
	return ok
}

// beforeMisread tells whether the cell right of a label on a scan is a heading whose letters
// were misread: all others of the line are labels and nothing else.
func (x *extractor) beforeMisread(row []int32, at int) bool {
	if at < 0 || len(row) < 3 || at+2 >= len(row) || !x.sheet.Tokens[x.sheet.Cells[row[at+1]].First].OCR {
		return false
	}
	for k, c := range row {
		if k != at+1 && !x.labelCell(c) {
			return false
		}
	}
	return true
}
