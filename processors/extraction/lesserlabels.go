package extraction

// dropLesserLabels makes labels of the lesser sort into words that nobody wants on a
// document that has one of the field's better labels: a bill that prints "Nº do cliente"
// and "Código da instalação" gives the customer's number by the first. Such a word still
// bounds its neighbours' values.
func (x *extractor) dropLesserLabels() {
	better := map[int]bool{}
	for i := range x.spots {
		s := &x.spots[i]
		for _, r := range s.refs {
			if r.role == fieldLabel && !r.lesser && s.quality >= 0.75 {
				better[r.field] = true
			}
		}
	}
	for i := range x.spots {
		s := &x.spots[i]
		for k, r := range s.refs {
			if r.lesser && better[r.field] {
				s.refs[k] = ref{role: noiseLabel}
			}
		}
	}
}
