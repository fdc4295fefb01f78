package world

// part is one value of a dimension and its share.
type part struct {
	name  string
	share float64
}

func searchDevices() []part { return []part{{"MOBILE", .64}, {"DESKTOP", .34}, {"TABLET", .02}} }

func searchCountries() []part {
	return []part{{"usa", .93}, {"can", .05}, {"gbr", .02}}
}

// Piece is a part of a Showing.
type Piece struct {
	Showing
	Device, Country string // Search Console's values; "" if not split by it
}

// Pieces splits showings by device, country or both. The pieces add up to the total.
func (w *World) Pieces(day Day, showings []Showing, byDevice, byCountry bool) []Piece {
	out := make([]Piece, 0, len(showings))
	for i := range showings {
		whole := []Piece{{Showing: showings[i]}}
		if byDevice {
			d := newDice(w.seed, rollSplit, i, day)
			whole = splitBy(&d, whole, searchDevices(), func(p *Piece, name string) { p.Device = name })
		}
		if byCountry {
			d := newDice(w.seed, rollSplit, -1-i, day)
			whole = splitBy(&d, whole, searchCountries(), func(p *Piece, name string) { p.Country = name })
		}
		out = append(out, whole...)
	}
	return out
}

func splitBy(d *dice, pieces []Piece, parts []part, label func(*Piece, string)) []Piece {
	var out []Piece
	for _, whole := range pieces {
		left, share := whole, 1.0
		for i, part := range parts {
			piece := left
			if i < len(parts)-1 {
				piece.Showing = left.take(d, d.binomial(left.Impressions, part.share/share))
			}
			share -= part.share
			left.Impressions -= piece.Impressions
			left.Clicks -= piece.Clicks
			left.Shared -= piece.Shared
			left.PositionSum -= piece.PositionSum
			if piece.Impressions > 0 {
				label(&piece, part.name)
				out = append(out, piece)
			}
		}
	}
	return out
}

// take splits off a number of impressions with their share of the other figures. The rest must stay valid: no
// more clicks than impressions, no position above the first.
func (s Showing) take(d *dice, impressions int) Showing {
	out, stays := s, s.Impressions-impressions
	out.Impressions = impressions
	if s.Impressions == 0 {
		return out
	}
	ratio := float64(impressions) / float64(s.Impressions)
	out.Clicks = clamp(d.round(float64(s.Clicks)*ratio), s.Clicks-stays, min(s.Clicks, impressions))
	out.Shared = clamp(d.round(float64(s.Shared)*ratio), s.Shared-stays, min(s.Shared, impressions))
	out.PositionSum = clamp(d.round(float64(s.PositionSum)*ratio), impressions, s.PositionSum-stays)
	return out
}

func clamp(x, low, high int) int { return min(max(x, low), high) }
