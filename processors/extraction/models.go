package extraction

import (
	"embed"
	"fmt"
	"io/fs"
	"sync"

	"lavra.dev/processors/extraction/choose"
)

//go:embed models/*
var modelFiles embed.FS

// fitted are the models of this program, which tools/fit made.
var fitted = sync.OnceValue(func() *choose.Models {
	files, err := fs.Sub(modelFiles, "models")
	if err == nil {
		var m *choose.Models
		if m, err = choose.Read(files); err == nil {
			return m
		}
	}
	panic(fmt.Errorf("reading the models of this program: %w", err)) // a test of choose reads them
})
