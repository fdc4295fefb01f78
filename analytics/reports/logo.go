package reports

import (
	"bytes"
	"fmt"
	"image"
	_ "image/gif"  // a logo can be a GIF
	_ "image/jpeg" // or a JPEG
	"image/png"

	"golang.org/x/image/draw"

	"upslope"
)

// The limits of a logo: a picture of more pixels could fill the memory of who decodes it.
const (
	logoBytes  = 1 << 20
	logoPixels = 25_000_000
	logoSide   = 448 // pixels; it is shown half as wide at most
)

// Logo turns a PNG, JPEG or GIF into a small PNG that holds nothing but the picture. Its Error says what is wrong.
func (m *Maker) Logo(given []byte) ([]byte, error) {
	if len(given) > logoBytes {
		return nil, upslope.FieldErrorf("logo", "The logo is too large: use a picture of up to 1 MB.")
	}
	config, _, err := image.DecodeConfig(bytes.NewReader(given))
	if err != nil || config.Width < 1 || config.Height < 1 {
		return nil, upslope.FieldErrorf("logo", "The logo must be a PNG, JPEG or GIF.")
	}
	if config.Width > logoPixels || config.Height > logoPixels || config.Width*config.Height > logoPixels {
		return nil, upslope.FieldErrorf("logo", "The logo has too many pixels: make it up to 2,000 wide.")
	}
	picture, _, err := image.Decode(bytes.NewReader(given))
	if err != nil {
		return nil, upslope.FieldErrorf("logo", "The logo cannot be read: save it as a PNG again.")
	}
	width, height := config.Width, config.Height
	if longest := max(width, height); longest > logoSide {
		width, height = max(1, width*logoSide/longest), max(1, height*logoSide/longest)
	}
	scaled := image.NewNRGBA(image.Rect(0, 0, width, height))
	draw.CatmullRom.Scale(scaled, scaled.Bounds(), picture, picture.Bounds(), draw.Src, nil)
	var b bytes.Buffer
	if err := png.Encode(&b, scaled); err != nil {
		return nil, fmt.Errorf("write the logo: %w", err)
	}
	return b.Bytes(), nil
}
