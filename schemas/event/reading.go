package event

// Reading is what the eyes of the service saw in a file.
type Reading struct {
	Pages    []Page   `avro:"pages"`
	Engine   string   `avro:"engine"`   // versions of the engines, part of "same version, same bytes"
	Warnings []string `avro:"warnings"` // in Portuguese, for inconsistencies: "PDF reparado", pages left unread, …
}

// Page is one page in reading position: turned upright and level. ToSent maps a
// point of it to the page as the client sent it; both are in fractions of the
// page, origin top left.
type Page struct {
	Number   int32     `avro:"number"` // from 1
	Width    float64   `avro:"width"`  // upright page, points of 1/72 inch (pixels where the dpi is unknown)
	Height   float64   `avro:"height"`
	Source   string    `avro:"source"`  // text (embedded), ocr, or none (blank or unreadable)
	ToSent   []float64 `avro:"to_sent"` // 3x3 homography by rows; empty: the identity
	Lines    []Line    `avro:"lines"`   // in reading order
	Barcodes []Barcode `avro:"barcodes"`
	Rulings  []byte    `avro:"rulings"` // 7 bytes a ruling line: its flags, then its place and its ends as big-endian uint16
}

// Line is one printed line. Its words stand apart by exactly one space in Text;
// Boxes holds 9 bytes a word: left, top, width, height as big-endian uint16 in
// 1/65535 of the upright page, then the confidence in 1/255. Packed because a
// page has some 500 words: as Avro records they cost nine times the CPU (ADR 001).
// Mended lists the words whose letters were set right.
type Line struct {
	Text   string  `avro:"text"`
	Boxes  []byte  `avro:"boxes"`
	Mended []int32 `avro:"mended"`
}

// Barcode is a code read from the page, of any kind.
type Barcode struct {
	Symbology string    `avro:"symbology"` // ITF, CODE_128, QR_CODE, …
	Text      string    `avro:"text"`
	Box       []float64 `avro:"box"` // left, top, width, height on the upright page
}
