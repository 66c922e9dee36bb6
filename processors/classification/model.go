package classification

import (
	_ "embed"
	"slices"
	"sync"

	"lavra.dev/processors/classification/linear"
	"lavra.dev/processors/document"
	"lavra.dev/processors/text/layout"
	"lavra.dev/schemas/catalogue"
)

// None is the class of the documents that are of none of the types.
const None = "NONE"

// weightsFile is fitted by processors/tools/fittypes.
//
//go:embed weights.tsv
var weightsFile []byte

var fitted = sync.OnceValue(func() *linear.Model {
	m, err := linear.Read(weightsFile, classes(), featureNames(), 2)
	if err != nil {
		panic(err) // the weights are part of the program, and a test reads them
	}
	return m
})

// Untrained is the model before its weights are fitted.
func Untrained() *linear.Model { return linear.New(classes(), featureNames(), 2) }

// classes are the types and None. A type and its variant of another year are one.
var classes = sync.OnceValue(func() []string {
	names := slices.DeleteFunc(catalogue.Names(), func(name string) bool { return Family(name) != name })
	return append(names, None)
})

// Family is the type whose fields a type has: itself, or the one that it is a variant of.
func Family(name string) string {
	if t, _ := catalogue.Lookup(name); t.FieldsOf != "" {
		return t.FieldsOf
	}
	return name
}

// Observe gives what a document shows of its type.
func Observe(doc document.Document) linear.Input { return observe(layout.Of(doc), doc) }

func observe(sheet *layout.Sheet, doc document.Document) linear.Input {
	m := theModel()
	pro, contra := m.weigh(sheet, doc)
	evidence := [][]float64{make([]float64, len(classes())), make([]float64, len(classes()))}
	for i := range m.names { // of a type and its variant the one that says more
		if c := m.class[i]; pro[i] >= evidence[0][c] {
			evidence[0][c], evidence[1][c] = pro[i], contra[i]
		}
	}
	return linear.Input{Evidence: evidence, Features: featuresOf(sheet, doc)}
}
