package edge_test

import (
	"context"
	"encoding/json"
	"fmt"

	"upslope"
)

// providers are integrations that remember what was asked of them.
type providers struct{ *memory }

// ask notes a call and answers NotFound for a site that is not the account's.
func (p providers) ask(ctx context.Context, accountID, siteID, call string) error {
	if siteID != "" {
		if _, err := p.Site(ctx, accountID, siteID); err != nil {
			return err
		}
	}
	defer p.lock()()
	p.tried = append(p.tried, call)
	return p.down
}

func (p providers) List(ctx context.Context, accountID, siteID string) ([]upslope.Integration, error) {
	if siteID == "" {
		return nil, p.ask(ctx, accountID, siteID, "list")
	}
	return []upslope.Integration{{Provider: upslope.GA4, SiteID: siteID}}, p.ask(ctx, accountID, siteID, "list")
}

func (p providers) Integration(ctx context.Context, accountID, siteID, provider string) (upslope.Integration, error) {
	return upslope.Integration{Provider: provider, SiteID: siteID}, p.ask(ctx, accountID, siteID, "look "+provider)
}

func (p providers) Test(ctx context.Context, accountID, siteID, provider string) (upslope.IntegrationResult, error) {
	return upslope.IntegrationResult{Message: "Google says no."}, p.ask(ctx, accountID, siteID, "test "+provider)
}

func (p providers) Connect(ctx context.Context, accountID, siteID, provider string, property *string, credentials map[string]any) (upslope.IntegrationResult, error) {
	given, err := json.Marshal(credentials)
	if err != nil {
		return upslope.IntegrationResult{}, err
	}
	chosen := "as before"
	if property != nil {
		chosen = *property
	}
	return upslope.IntegrationResult{Success: true, Message: "Connected."}, p.ask(ctx, accountID, siteID, fmt.Sprintf("connect %s %s %s", provider, chosen, given))
}

func (p providers) Disconnect(ctx context.Context, accountID, siteID, provider string) (upslope.IntegrationResult, error) {
	return upslope.IntegrationResult{Success: true, Message: "Disconnected."}, p.ask(ctx, accountID, siteID, "disconnect "+provider)
}

func (p providers) Properties(ctx context.Context, accountID, siteID, provider string) ([]upslope.Property, error) {
	return []upslope.Property{{ID: "sc-domain:example.com"}}, p.ask(ctx, accountID, siteID, "properties "+provider)
}

func (p providers) AddSites(ctx context.Context, accountID string, properties []string, currency, timeZone string) (upslope.AddedSites, error) {
	return upslope.AddedSites{}, p.ask(ctx, accountID, "", fmt.Sprintf("add %v %s %s", properties, currency, timeZone))
}

// google is a sign-in with Google that knows one state.
type google struct{ *memory }

func (g google) Begin(ctx context.Context, accountID, siteID, provider, browser string) (string, error) {
	return "https://accounts.google.com/consent?state=" + browser, providers(g).ask(ctx, accountID, siteID, "begin "+provider)
}

func (g google) Finish(_ context.Context, _, browser string, answer upslope.GoogleAnswer) (upslope.SignedIn, error) {
	if browser == "" || answer.State != browser {
		return upslope.SignedIn{}, upslope.Errorf(upslope.Invalid, "Sign in again.")
	}
	return upslope.SignedIn{Provider: upslope.GSC, SiteID: "a site", Failure: answer.Failure}, nil
}
