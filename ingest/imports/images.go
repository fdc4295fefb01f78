package imports

import (
	"context"
	_ "embed"
	"fmt"
	"slices"

	"github.com/google/uuid"

	"upslope"
	"upslope/ingest/crawl"
)

var (
	//go:embed queries/images.sql
	imagesSQL string
	//go:embed queries/count_images.sql
	countImagesSQL string
)

// listsImages reports whether the files' links show which images have no alt text. A crawler's own count on
// its pages is better: it tells an empty alt text from none.
func listsImages(files []upslope.Upload) bool {
	anyTab := func(fits func(upslope.RecognizedTab) bool) bool {
		return slices.ContainsFunc(files, func(file upslope.Upload) bool { return slices.ContainsFunc(file.Recognition, fits) })
	}
	return anyTab(func(tab upslope.RecognizedTab) bool {
		return tab.Kind == string(crawl.Links) && (tab.Report == crawl.ImagesWithoutAlt || tab.Crawler == "Screaming Frog" && hasField(tab, "alt"))
	}) && !anyTab(func(tab upslope.RecognizedTab) bool {
		return tab.Kind == string(crawl.Pages) && hasField(tab, "images_without_alt")
	})
}

// addImages counts the images without alt text of each page of the crawl, from its links.
func (a *attempt) addImages(ctx context.Context, plan *plan) error {
	counted := uuid.NewString()
	if err := a.begin(ctx, counted); err != nil {
		return err
	}
	plan.unions = append(plan.unions, counted)
	scope := map[string]any{
		"account_id": a.upload.AccountID, "site_id": a.site.ID, "import_id": counted, "read_import": plan.crawl.ImportID, "links_import": plan.crawl.LinksImportID,
	}
	if err := a.Facts.Exec(ctx, imagesSQL, scope); err != nil {
		return fmt.Errorf("count images without alt text: %w", err)
	}
	plan.crawl.ImportID = counted
	var counts []struct {
		Pages uint64 `ch:"pages"`
	}
	if err := a.Facts.Select(ctx, &counts, countImagesSQL, scope); err != nil {
		return fmt.Errorf("count pages with images without alt text: %w", err)
	}
	plan.imagePages = int64(counts[0].Pages)
	return nil
}
