package quality

import "fmt"

// modelYear: a model comes out in its own year, the year after, seldom two.
func modelYear(a *assessment) {
	made, okMade := a.year("ano_fabricacao")
	model, okModel := a.year("ano_modelo")
	if okMade && okModel && (model < made || model > made+2) {
		a.doubt(fmt.Sprintf("O ano do modelo (%d) não condiz com o ano de fabricação (%d).", model, made))
	}
	if licensed, ok := a.year("exercicio"); ok && okMade && licensed < made {
		a.doubt(fmt.Sprintf("O exercício (%d) é anterior ao ano de fabricação (%d).", licensed, made))
	}
}
