package main

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"upslope"
	"upslope/analytics/tables"
	"upslope/edge"
)

// nobody is an account without sites.
type nobody struct{}

func (nobody) Sites(context.Context, string) ([]upslope.Site, error) { return nil, nil }
func (nobody) Connections(context.Context, string, string) ([]upslope.Connection, error) {
	return nil, nil
}
func (nobody) Rules(context.Context, string, string) (map[string]upslope.SiteRules, error) {
	return nil, nil
}
func (nobody) FactsReads(context.Context, string) (int64, error) { return 0, nil }
func (nobody) OpenInsights(context.Context, string, string) ([]upslope.OpenInsight, error) {
	return nil, nil
}

func (nobody) NewestCrawls(context.Context, string, string) ([]upslope.Crawl, error) { return nil, nil }

func TestTablesMatchTheContract(t *testing.T) {
	t.Parallel()
	analysis, err := tables.New(nil, nobody{})
	if err != nil {
		t.Fatal(err)
	}
	spec, err := openapi3.NewLoader().LoadFromData(edge.Contract)
	if err != nil {
		t.Fatal(err)
	}
	var promised []string
	for path, item := range spec.Paths.Map() {
		if item.Get == nil || !slices.Contains(item.Get.Tags, "table") || strings.HasSuffix(path, ".csv") {
			continue
		}
		name := strings.TrimPrefix(path, "/api/")
		promised = append(promised, name)
		if spec.Paths.Value(path+".csv") == nil {
			t.Errorf("openapi.yaml lacks /api/%s.csv, the file of the table", name)
		}
		table, err := analysis.Table(t.Context(), "", name, upslope.TableFilter{})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		row := item.Get.Responses.Value("200").Value.Content["application/json"].Schema.Value.Items.Value
		var columns []string
		for _, column := range table.Columns {
			columns = append(columns, column.Name)
			if row.Properties[column.Name] == nil {
				t.Errorf("openapi.yaml lacks %s in the row of %s: add it, then make generate", column.Name, name)
			}
		}
		for _, field := range row.Required {
			if !slices.Contains(columns, field) {
				t.Errorf("analytics/tables/%s.toml lacks the column %s of openapi.yaml", name, field)
			}
		}
		if len(row.Required) != len(row.Properties) {
			t.Errorf("openapi.yaml: required of the row of %s lacks some of its properties: a row always has all", name)
		}
	}
	slices.Sort(promised)
	if names := analysis.TableNames(); !slices.Equal(names, promised) {
		t.Errorf("tables %v, the contract has %v", names, promised)
	}
}
