package features

import (
	"context"
	"fmt"
	"net/url"
	"regexp"
	"strings"
	"upslope"
)

// addRules adds the owner's rules.
func (r *Reader) addRules(ctx context.Context, g *Context, accountID string) error {
	all, err := r.store.Rules(ctx, accountID, g.Site.ID)
	if err != nil {
		return fmt.Errorf("read the rules of the site: %w", err)
	}
	g.Rules = all[g.Site.ID]
	g.Params["conversion_value"], g.Params["excluded_pages"] = 0., g.Rules.ExcludedPattern()
	if g.Rules.ConversionValue != nil {
		g.Params["conversion_value"] = *g.Rules.ConversionValue
	}
	if pattern := g.Rules.ExcludedPattern(); pattern != "" {
		if g.excluded, err = regexp.Compile(pattern); err != nil {
			return fmt.Errorf("read the excluded paths of the site: %w", err)
		}
	}
	return nil
}

// Excludes reports whether the site's owner excludes a candidate: its page, or all pages of its template.
func (g *Context) Excludes(entity upslope.Entity, valuedPage string) bool {
	if g.excluded == nil {
		return false
	}
	if folder, ok := strings.CutSuffix(entity.Template, "/*"); ok && folder != "" && g.excluded.MatchString(folder+"/any") && g.excluded.MatchString(folder+"/other/page") {
		return true
	}
	page := entity.Page
	if page == "" && entity.Query != "" {
		page = valuedPage
	}
	if page == "" {
		return false
	}
	address, err := url.Parse(page)
	return err == nil && g.excluded.MatchString(address.Path)
}
