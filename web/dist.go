// Package web embeds the built web app. It owns no behaviour: edge decides what is served when.
package web

import (
	"embed"
	"io/fs"
)

//go:embed all:dist
var dist embed.FS

// FS holds what `npm run build -w web` made: index.html (the landing page), app.html, assets/ (named by their
// content) and .br and .gz siblings. Before the first build it holds neither page.
func FS() fs.FS {
	built, err := fs.Sub(dist, "dist")
	if err != nil {
		panic(err) // the directory is embedded: its name is the only thing that could be wrong
	}
	return built
}
