package assistants_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// agency answers for an account of 500 sites, two of which have one name.
func agency(t *testing.T) {
	t.Helper()
	var sites []string
	for n := range 500 {
		sites = append(sites, fmt.Sprintf(`{"id":"s%d","name":"Shop %d","domain":"shop%d.example","currency":"USD"}`, n, max(n, 1), n))
	}
	before := api["/api/sites"]
	api["/api/sites"] = "[" + strings.Join(sites, ",") + "]"
	t.Cleanup(func() { api["/api/sites"] = before })
}

func TestAnAgencyOfManySitesGetsSmallAnswersAndNoWrongSite(t *testing.T) {
	agency(t)
	session := connect(t)
	for name, c := range map[string]struct {
		tool       string
		arguments  map[string]any
		says, lack string
	}{
		"all sites":         {"list_sites", nil, `"total":500`, "shop20.example"},
		"found ones":        {"list_sites", map[string]any{"query": "SHOP77"}, "shop77.example", "shop78"},
		"as many as wanted": {"list_sites", map[string]any{"limit": 400}, "shop49.example", "shop50.example"},
		"no site":           {"explain_change", nil, "and 450 more", "shop50.example"},
		"unknown site":      {"plan_hours", map[string]any{"hours": 0.5, "site": "nope"}, `no site "nope"`, "shop50.example"},
		"two sites":         {"what_to_fix_first", map[string]any{"site": "shop 1"}, `2 sites are called "shop 1"; say the id of one: shop0.example (s0), shop1.example (s1)`, "shop2"},
	} {
		answer, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: c.tool, Arguments: c.arguments})
		if err != nil || len(answer.Content) != 1 {
			t.Errorf("%s: %+v, %v", name, answer, err)
			continue
		}
		text := answer.Content[0].(*mcp.TextContent).Text
		if !strings.Contains(text, c.says) || strings.Contains(text, c.lack) || len(text) > 8000 {
			t.Errorf("%s: %d bytes, %.300s", name, len(text), text)
		}
	}
}
