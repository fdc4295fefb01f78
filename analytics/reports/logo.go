package reports

import (
	"bytes"
	"fmt"
	"image"
	_ "image/gif"  // decodes GIF
	_ "image/jpeg" // decodes JPEG
	"image/png"

	"golang.org/x/image/draw"

	"upslope"
)

// Limits of a logo: decoding a picture of more pixels could exhaust memory.
const (
	logoBytes  = 1 << 20
	logoPixels = 25_000_000
	logoWidth  = 448 // pixels; shown at half this size at most
	logoHeight = 112
	logoKept   = 24 << 10 // bytes: every page embeds it
)

// Logo re-encodes a PNG, JPEG or GIF as a small PNG without metadata. Its Error explains a rejection.
func (m *Maker) Logo(given []byte) ([]byte, error) {
	if len(given) > logoBytes {
		return nil, upslope.FieldErrorf("logo", "The logo is too large. Use an image of up to 1 MB.")
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
		return nil, upslope.FieldErrorf("logo", "The logo can't be opened. Save it as a PNG and try again.")
	}
	for scale := min(1, float64(logoWidth)/float64(config.Width), float64(logoHeight)/float64(config.Height)); ; scale *= .75 {
		kept, err := scaled(picture, max(1, int(scale*float64(config.Width))), max(1, int(scale*float64(config.Height))))
		if err != nil || len(kept) <= logoKept {
			return kept, err
		}
	}
}

// scaled resizes a picture to a PNG.
func scaled(picture image.Image, width, height int) ([]byte, error) {
	small := image.NewNRGBA(image.Rect(0, 0, width, height))
	draw.CatmullRom.Scale(small, small.Bounds(), picture, picture.Bounds(), draw.Src, nil)
	var b bytes.Buffer
	if err := (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(&b, small); err != nil {
		return nil, fmt.Errorf("write the logo: %w", err)
	}
	return b.Bytes(), nil
}
