package upslope

import (
	"strings"
	"unicode/utf8"
)

// View is how a user wants to see a screen's list.
type View struct {
	Name    string   `json:"name"`    // "" = how the screen opens
	Screen  string   `json:"screen"`  // the screen's path, such as /opportunities
	Query   string   `json:"query"`   // filters and order, as in the screen's address
	Columns []string `json:"columns"` // ids of the columns shown; empty: the screen's own choice
}

// MaxViews is the highest number of views of one user.
const MaxViews = 100

// CleanViews trims and validates a user's views. Its Error names the field.
func CleanViews(views []View) error {
	if len(views) > MaxViews {
		return Errorf(Invalid, "Save at most %d views.", MaxViews)
	}
	type key struct{ screen, name string }
	seen := map[key]bool{}
	for i := range views {
		view := &views[i]
		view.Name = strings.TrimSpace(view.Name)
		view.Query = strings.TrimPrefix(view.Query, "?")
		switch {
		case utf8.RuneCountInString(view.Name) > 60:
			return FieldErrorf("name", "Use at most 60 characters for the name of a view.")
		case !strings.HasPrefix(view.Screen, "/") || len(view.Screen) > 200:
			return FieldErrorf("screen", "Name the screen by its path, such as /opportunities.")
		case len(view.Query) > 2000:
			return FieldErrorf("query", "The filters of the view “%s” are too long to save.", view.Name)
		case len(view.Columns) > 50:
			return FieldErrorf("columns", "Choose at most 50 columns.")
		case seen[key{view.Screen, view.Name}]:
			return FieldErrorf("name", "You already have a view named “%s” of this screen. Choose another name.", view.Name)
		}
		if !printable(view.Name) || !printable(view.Screen) || !printable(view.Query) || !printable(strings.Join(view.Columns, "")) {
			return FieldErrorf("name", "This has characters that cannot be shown.")
		}
		if view.Columns == nil {
			view.Columns = []string{}
		}
		seen[key{view.Screen, view.Name}] = true
	}
	return nil
}
