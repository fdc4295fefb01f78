package imports

import (
	"context"
	"fmt"

	"upslope"
	"upslope/ingest/crawl"
)

// siteOf returns the site of an upload: the given one, else the only one, else the one most addresses belong
// to.
func (i *Importer) siteOf(ctx context.Context, upload upslope.Upload, mapping map[string]crawl.Field) (upslope.Site, error) {
	sites, err := i.Records.Sites(ctx, upload.AccountID)
	if err != nil {
		return upslope.Site{}, fmt.Errorf("list sites: %w", err)
	}
	switch {
	case upload.SiteID != "":
		for _, site := range sites {
			if site.ID == upload.SiteID {
				return site, nil
			}
		}
		return upslope.Site{}, upslope.Errorf(upslope.NotFound, "This site no longer exists.")
	case len(sites) == 0:
		return upslope.Site{}, upslope.Errorf(upslope.Conflict, "Add a site first.")
	case len(sites) == 1:
		return sites[0], nil
	}
	return i.siteOfMostAddresses(ctx, upload, mapping, sites)
}

func (i *Importer) siteOfMostAddresses(ctx context.Context, upload upslope.Upload, mapping map[string]crawl.Field, sites []upslope.Site) (upslope.Site, error) {
	body, size, err := i.Objects.Open(ctx, upload.ObjectKey)
	if err != nil {
		return upslope.Site{}, fmt.Errorf("open %s: %w", upload.ObjectKey, err)
	}
	defer func() { _ = body.Close() }()
	file, err := crawl.Open(body, crawl.Options{Name: upload.FileName, Size: size, Mapping: mapping})
	if err != nil {
		return upslope.Site{}, err
	}
	defer func() { _ = file.Close() }()
	for _, err := range file.Rows() {
		if err != nil {
			return upslope.Site{}, err
		}
	}
	var best upslope.Site
	var most int64
	for _, site := range sites {
		var addresses int64
		for host, count := range file.Summary().Hosts {
			if upslope.HostBelongsTo(host, site.Domain) {
				addresses += count
			}
		}
		// If a domain and its subdomain both match every address, prefer the longer name.
		if addresses > most || addresses == most && addresses > 0 && len(site.Domain) > len(best.Domain) {
			best, most = site, addresses
		}
	}
	if most == 0 {
		return best, upslope.FieldErrorf("siteId", "No URL in %s belongs to one of your sites. Choose the site with siteId, or add it first.", upload.FileName)
	}
	return best, nil
}
