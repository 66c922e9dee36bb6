package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

// Whoever installs a release finds every command in `man`, and the same text twice.
func TestManualHasAPageForEachCommand(t *testing.T) {
	folders := [2]string{t.TempDir(), t.TempDir()}
	for _, folder := range folders {
		root := rootCommand()
		root.SetArgs([]string{"man", folder})
		if err := root.Execute(); err != nil {
			t.Fatal(err)
		}
	}
	pages := 0
	var look func(*cobra.Command)
	look = func(command *cobra.Command) {
		for _, sub := range command.Commands() {
			look(sub)
		}
		if command.Hidden || command.Name() == "help" {
			return
		}
		name := strings.ReplaceAll(command.CommandPath(), " ", "-") + ".1"
		var texts [2][]byte
		for i, folder := range folders {
			text, err := os.ReadFile(filepath.Join(folder, name))
			if err != nil {
				t.Error(err)
				return
			}
			texts[i] = text
		}
		pages++
		if !strings.Contains(string(texts[0]), "lavra") || string(texts[0]) != string(texts[1]) {
			t.Errorf("%s is not the same twice: %q %q", name, texts[0], texts[1])
		}
	}
	look(rootCommand())
	if pages < 15 {
		t.Errorf("only %d pages", pages)
	}
}
