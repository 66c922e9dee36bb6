package screen

// masks are what it is to make the soft mask of each section of a script once.
func (w *painter) masks(s *script, resources place, depth int) ([]painting, error) {
	masks := make([]painting, len(s.sections))
	if len(masks) == 1 {
		return masks, nil
	}
	states, err := w.named(resources, "ExtGState")
	if err != nil {
		return nil, err
	}
	made := map[string]mask{}
	var dearest painting
	for name, entries := range states {
		m, err := w.mask(entries, resources, depth)
		if err != nil {
			return nil, err
		}
		made[name], dearest = m, most(dearest, m.painting)
	}
	for i, section := range s.sections {
		switch m := made[section.state]; {
		case section.every:
			masks[i] = dearest
		case m.certain:
			masks[i] = m.painting
		default:
			masks[i] = most(m.painting, masks[section.above])
		}
	}
	return masks, nil
}

// mask is what a graphics state says of masks: the work to make one, none where it ends masks.
type mask struct {
	painting
	certain bool // whatever was in force before no longer is
}

func (w *painter) mask(state []entry, resources place, depth int) (m mask, err error) {
	m.certain = len(state) == 1 && (state[0].object == 0 || len(w.places[state[0].object]) == 1)
	said := false
	for _, e := range state {
		err = w.dictionaryAt(e.place, 2, func(key string, value token, at place) error {
			if key != "SMask" {
				return nil
			}
			said = true
			return w.dictionaryAt(place{data: at.data, at: value.from}, 2, func(key string, value token, _ place) error {
				if key != "G" || value.kind != reference {
					return nil
				}
				once, err := w.object(value.number, resources, depth+1)
				m.painting = most(m.painting, once)
				return err
			})
		})
		if err != nil {
			return m, err
		}
	}
	m.certain = m.certain && said
	return m, nil
}

// isGroup reports whether readers paint a form as a whole, and mask it once.
func (w *painter) isGroup(form place) (bool, error) {
	groups, kinds, transparent := 0, 0, 0
	err := w.dictionaryAt(form, 0, func(key string, value token, at place) error {
		if key != "Group" {
			return nil
		}
		if groups++; value.kind == reference {
			groups += len(w.places[value.number]) - 1
		}
		return w.dictionaryAt(place{data: at.data, at: value.from}, 2, func(key string, value token, _ place) error {
			if key == "S" {
				if kinds++; string(value.text) == "Transparency" {
					transparent++
				}
			}
			return nil
		})
	})
	return groups == 1 && kinds == 1 && transparent == 1, err
}

// letter is the most that a letter takes which is made of operators, of the fonts that resources name.
func (w *painter) letter(resources place, depth int) (letter painting, err error) {
	key := resources.address()
	if known, ok := w.dearest[key]; ok || key == nil {
		return known, nil
	}
	w.dearest[key] = painting{}
	fonts, err := w.named(resources, "Font")
	for _, entries := range fonts {
		for _, e := range entries {
			if err == nil {
				err = w.letterOf(e.place, resources, depth, &letter)
			}
		}
	}
	w.dearest[key] = letter
	return letter, err
}

func (w *painter) letterOf(font, inherited place, depth int, letter *painting) error {
	from, letters := []place{inherited}, []int(nil)
	err := w.dictionaryAt(font, 2, func(key string, value token, at place) error {
		part := place{data: at.data, at: value.from}
		switch key {
		case "Resources":
			from = append(from, part)
		case "CharProcs":
			return w.dictionaryAt(part, 2, func(_ string, value token, _ place) error {
				if value.kind == reference {
					letters = append(letters, value.number)
				}
				return nil
			})
		}
		return nil
	})
	for _, number := range letters {
		for _, resources := range from {
			var once painting
			if err == nil {
				once, err = w.object(number, resources, depth+1)
			}
			*letter = most(*letter, once)
		}
	}
	return err
}

// most is the dearest of two, part by part.
func most(a, b painting) painting {
	return painting{operators: max(a.operators, b.operators), pixels: max(a.pixels, b.pixels), paints: max(a.paints, b.paints)}
}
