package screen

// forbiddenKeys block a file wherever they stand.
var forbiddenKeys = map[string]string{
	"JS": "javascript", "JavaScript": "javascript", "OnInstantiate": "javascript", "XFA": "xfa", "EmbeddedFiles": "embedded_file", "EF": "embedded_file",
	"RichMediaContent": "rich_media", "RichMediaSettings": "rich_media",
}

// forbiddenActions block a file wherever they stand; the second group only
// where nobody clicks: a link to a page on the web is an ordinary thing.
var (
	forbiddenActions = map[string]string{
		"JavaScript": "javascript", "Launch": "launch", "SubmitForm": "submit", "ImportData": "submit", "RichMediaExecute": "rich_media", "GoToE": "embedded_file",
		"Movie": "media", "Sound": "media", "Rendition": "media",
	}
	forbiddenUnasked = map[string]string{
		"URI": "open_action", "GoToR": "open_action", "Thread": "open_action",
	}
)

var (
	forbiddenKinds    = map[string]string{"EmbeddedFile": "embedded_file"}
	forbiddenSubtypes = map[string]string{"RichMedia": "rich_media", "3D": "rich_media", "FileAttachment": "embedded_file", "Movie": "media", "Sound": "media", "Screen": "media"}
)

// forbidden is why a name or a string may not be the value of a key; empty: it may.
func forbidden(key string, value token, m mode) string {
	text := string(value.text)
	if isName := value.kind == name; isName == (key == "URI") {
		return ""
	}
	switch key {
	case "URI":
		if runsScript(value.text) {
			return "javascript"
		}
	case "S":
		if reason := forbiddenActions[text]; reason != "" || m != action {
			return reason
		}
		return forbiddenUnasked[text]
	case "Type":
		return forbiddenKinds[text]
	case "Subtype":
		return forbiddenSubtypes[text]
	}
	return ""
}

func (o *object) modeOf(key []byte, m mode) mode {
	switch {
	case string(key) == "OpenAction":
		return action
	case string(key) == "AA":
		return actions
	case m == actions, m == action && string(key) == "Next":
		return action
	}
	return plain
}

// entry looks at one entry of a dictionary, at any depth; those of the outermost
// one are the object's own.
func (o *object) entry(depth int, key string, value token, m mode) error {
	switch {
	case value.kind == name, value.kind == stringToken:
		if reason := forbidden(key, value, m); reason != "" {
			return refusal(reason)
		}
	case value.kind == reference && (key == "S" || key == "Type" || key == "Subtype" || key == "URI"):
		o.pdf.follow = append(o.pdf.follow, link{object: value.number, mode: m, key: key})
	}
	switch key {
	case "CharProcs":
		o.pdf.letters = true
	case "Encrypt":
		o.pdf.secured = o.pdf.secured || value.kind == reference || value.kind == dictionary
	}
	o.facts.packing.entry(depth, key, value)
	if depth == 0 {
		o.facts.entry(key, value)
	}
	return nil
}

// entry notes what counts of an object's own entry.
func (f *facts) entry(key string, value token) {
	switch key {
	case "Type":
		f.kind = string(value.text)
	case "Subtype":
		f.subtype = string(value.text)
	case "Kids":
		if f.kids = value.items; value.kind == reference {
			f.kidsAt = value.number
		}
	case "Pages":
		if value.kind == reference {
			f.pagesAt = value.number
		}
	case "Width":
		f.width = value
	case "Height":
		f.height = value
	case "F":
		// A file; some writers put the name of a filter there, as in an inline image.
		f.external = f.external || value.kind == stringToken || value.kind == dictionary || value.kind == reference
	case "PatternType", "XStep", "YStep", "Matrix":
		f.tiling.entry(key, value)
	case "Contents", "Resources", "Parent", "MediaBox", "Mask", "SMask":
		f.paints.entry(key, value)
	case "FFilter", "FDecodeParms", "Ref", "OPI":
		f.external = true
	}
}

// packing is how the data of a stream is packed, by the words of its dictionary.
type packing struct {
	filters      []string
	elsewhere    []int // objects that hold filters
	predictor    int
	columns      int
	first, count int // of an object stream
	said         map[string]bool
	// unclear: readers differ in what it means. Something is said twice, elsewhere,
	// or in a way that no writer of object streams has.
	unclear bool
}

// entry notes an entry. Those of the filters' parameters are one deeper than the
// stream's own, or two where they are a list.
func (p *packing) entry(depth int, key string, value token) {
	own := depth == 0
	switch key {
	case "Filter", "DecodeParms", "DP", "First", "N":
		if !own {
			return
		}
	case "Predictor", "Columns", "Colors", "BitsPerComponent":
	default:
		return
	}
	if p.said == nil {
		p.said = map[string]bool{}
	}
	p.unclear = p.unclear || p.said[key] || value.kind == reference || len(value.items) > 0
	p.said[key] = true
	switch key {
	case "Filter":
		p.filters = value.filters()
		if p.elsewhere = value.items; value.kind == reference {
			p.elsewhere = []int{value.number}
		}
	case "Predictor":
		p.predictor = value.number
	case "Columns":
		p.columns = value.number
	case "Colors":
		p.unclear = p.unclear || value.number != 1
	case "BitsPerComponent":
		p.unclear = p.unclear || value.number != 8
	case "First":
		p.first = value.number
	case "N":
		p.count = value.number
	}
}

// filters are the names in a value, be it one or a list.
func (t token) filters() []string {
	if t.kind == name {
		return []string{string(t.text)}
	}
	return t.names
}
