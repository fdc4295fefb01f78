package connections

import (
	"context"
	_ "embed"
	"strings"

	"upslope"
)

//go:embed origin.sql
var originSQL string

// originDays is the search window for the site's origin, wide enough for sites with few impressions.
const originDays = 35

// originOf returns the origin for paths without a host: the Search Console property's, else the host with
// most of Google's impressions, else the domain itself.
func (s *Service) originOf(ctx context.Context, site upslope.Site) (string, error) {
	connections, err := s.Records.Connections(ctx, site.AccountID, site.ID)
	if err != nil {
		return "", err
	}
	for _, other := range connections {
		if other.Provider != upslope.GSC || other.Status == upslope.Disconnected {
			continue
		}
		if origin := originIn(site, other.Property); origin != "" {
			return origin, nil
		}
		var shown []struct {
			Origin string `ch:"origin"`
		}
		err := s.Facts.Select(ctx, &shown, originSQL, map[string]any{
			"account_id": site.AccountID, "sites": []string{site.ID}, "connections": []string{other.ID},
			"from": s.Today(zoneOf(site.TimeZone)).AddDate(0, 0, -originDays),
		})
		if err != nil {
			return "", err
		}
		if len(shown) > 0 {
			if origin := originIn(site, shown[0].Origin+"/"); origin != "" {
				return origin, nil
			}
		}
	}
	return "https://" + site.Domain, nil
}

// originIn returns scheme and host of an address of the site, "" for any other address.
func originIn(site upslope.Site, address string) string {
	address, err := upslope.NormalizeURL(address)
	if err != nil {
		return ""
	}
	scheme, rest, _ := strings.Cut(address, "://")
	host, _, _ := strings.Cut(rest, "/")
	if !upslope.HostBelongsTo(host, site.Domain) {
		return ""
	}
	return scheme + "://" + host
}
