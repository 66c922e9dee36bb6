package migrations

import (
	"regexp"
	"strings"
	"testing"
	"time"
)

func rendered(t *testing.T) []migration {
	t.Helper()
	all, err := load(Options{Keep: 30 * day})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func TestEachFileMakesOneObjectAndCanBeAppliedAgain(t *testing.T) {
	again := regexp.MustCompile(`(?m)^(?:CREATE|DROP|INSERT|ALTER) (INTO|TABLE IF EXISTS|TABLE IF NOT EXISTS|MATERIALIZED VIEW IF NOT EXISTS|OR REPLACE VIEW|TABLE) (\w+)`)
	for i, m := range rendered(t) {
		if m.version != uint32(i+1) {
			t.Errorf("%s: number %d where %d is next", m.name, m.version, i+1)
		}
		found := again.FindAllStringSubmatch(m.statement, -1)
		if len(found) != 1 {
			t.Errorf("%s makes or drops %d objects", m.name, len(found))
			continue
		}
		want := strings.TrimSuffix(m.name[5:], ".sql")
		for prefix, suffix := range map[string]string{"drop_": "", "move_": "_raw"} {
			if object, cut := strings.CutPrefix(want, prefix); cut {
				want = object + suffix
			}
		}
		if altered, alters := strings.CutPrefix(want, "alter_"); alters && strings.HasPrefix(altered, found[0][2]+"_") {
			want = found[0][2] // the rest of the name says what is altered
		}
		if found[0][2] != want {
			t.Errorf("%s makes or drops %s", m.name, found[0][2])
		}
		if strings.Contains(m.statement, "{{") || strings.Contains(m.statement, ";\n") {
			t.Errorf("%s is not one plain statement", m.name)
		}
	}
}

// TestEveryStorageTable holds the tables to what exactly-once and keeping rest on.
func TestEveryStorageTable(t *testing.T) {
	tables := 0
	for _, m := range rendered(t) {
		if !strings.HasSuffix(m.name, "_raw.sql") || strings.Contains(m.name, "_alter_") || strings.Contains(m.name, "_drop_") {
			continue
		}
		tables++
		for what, want := range map[string]string{
			"recognises a block that comes again": "non_replicated_deduplication_window = 10000",
			"forgets":                             "INTERVAL 30 DAY",
			"replaces or merges equals":           "MergeTree(",
			"says what it is":                     "\nCOMMENT '",
		} {
			if !strings.Contains(m.statement, want) {
				t.Errorf("%s: nothing %s (%s)", m.name, what, want)
			}
		}
		for line := range strings.SplitSeq(m.statement, "\n") {
			column := regexp.MustCompile("^    `?[a-z_0-9.]+`? +[A-Z]\\w+").MatchString(line)
			if column && !strings.Contains(line, "COMMENT '") {
				t.Errorf("%s: no comment on %s", m.name, strings.TrimSpace(line))
			}
		}
	}
	if tables != 14 {
		t.Errorf("%d storage tables", tables)
	}
}

func TestKeepingIsInWholeDays(t *testing.T) {
	all, err := load(Options{Keep: 36 * time.Hour})
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(all[0].statement, "INTERVAL 1 DAY") {
		t.Error(all[0].statement)
	}
}
