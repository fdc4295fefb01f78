package semrush

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"upslope"
	"upslope/ingest/providers"
	"upslope/ingest/remote"
)

// pageLines is the number of lines per request: a truncated page is paid for twice.
const pageLines = 1_000

// version3 is the API with CSV responses.
type version3 struct {
	base     string
	database string // for example us
	now      func() time.Time
}

// Positions reads page by page. Semrush returns short pages when units run out, so one more request follows a
// short page: at the end it is empty and free, without units it fails.
func (v *version3) Positions(ctx context.Context, access providers.Access, most int) iter.Seq2[Page, error] {
	return func(yield func(Page, error) bool) {
		for offset := 0; offset < most; {
			lines := min(pageLines, most-offset)
			var page Page
			read := 0
			err := v.report(ctx, access, "domain_organic", offset, lines, url.Values{
				"export_columns": {"Ph,Po,Pp,Nq,Kd,Cp,Ur,Tr,In,Fk"}, "display_sort": {"tr_desc"},
			}, func(answer *table) (err error) {
				answer.rows = answer.rows[:min(len(answer.rows), lines)]
				read = len(answer.rows)
				page.Positions, err = positions(answer)
				return err
			})
			if err != nil {
				yield(Page{}, err)
				return
			}
			offset += read
			page.More = offset == most
			if read == 0 || !yield(page, nil) {
				return
			}
		}
	}
}

func positions(answer *table) ([]Position, error) {
	keyword, position, address := answer.column("Keyword"), answer.column("Position"), answer.column("Url")
	if keyword < 0 || position < 0 || address < 0 {
		return nil, providers.Errorf(providers.Refused, "Semrush's answer lacks the keyword, the position or the address.").Because(fmt.Errorf("columns %q", answer.header))
	}
	previous, volume := answer.column("Previous Position"), answer.column("Search Volume")
	difficulty, cpc := answer.column("Keyword Difficulty Index", "Keyword Difficulty"), answer.column("CPC")
	share, intents := answer.column("Traffic (%)"), answer.column("Intents", "Intent", "Keyword Intents")
	features := answer.column("Keywords SERP Features", "SERP Features by Keyword", "SERP Features")

	found := make([]Position, 0, len(answer.rows))
	for _, row := range answer.rows {
		rank, err := strconv.ParseUint(row.cell(position), 10, 16)
		if err != nil {
			return nil, unreadable(fmt.Errorf("the position %q is no number", row.cell(position)))
		}
		if rank == 0 { // no longer ranks
			continue
		}
		page, err := upslope.NormalizeURL(row.cell(address))
		if err != nil {
			page = ""
		}
		p := Position{
			Keyword: row[keyword], URL: page, Position: uint16(rank),
			Volume: parseCount(row.cell(volume)), Difficulty: parseDecimal(row.cell(difficulty)), CPC: parseDecimal(row.cell(cpc)), TrafficShare: parseDecimal(row.cell(share)),
			Intents: intentWords(row.cell(intents)), Features: featureWords(row.cell(features)),
		}
		if before := parseCount(row.cell(previous)); before != nil && *before > 0 && *before <= 0xFFFF {
			rank := uint16(*before)
			p.Previous = &rank
		}
		found = append(found, p)
	}
	return found, nil
}

// Competitors needs one request.
func (v *version3) Competitors(ctx context.Context, access providers.Access, most int) (found []Competitor, err error) {
	err = v.report(ctx, access, "domain_organic_organic", 0, most, url.Values{"export_columns": {"Dn,Cr,Np,Or,Ot,Oc"}}, func(answer *table) error {
		domain := answer.column("Domain")
		if domain < 0 {
			return providers.Errorf(providers.Refused, "Semrush's answer lacks the domain.").Because(fmt.Errorf("columns %q", answer.header))
		}
		relevance, common := answer.column("Competitor Relevance"), answer.column("Common Keywords")
		keywords, traffic, cost := answer.column("Organic Keywords"), answer.column("Organic Traffic"), answer.column("Organic Cost")
		found = make([]Competitor, 0, len(answer.rows))
		for _, row := range answer.rows {
			found = append(found, Competitor{
				Domain: row.cell(domain), Relevance: parseDecimal(row.cell(relevance)), CommonKeywords: parseCount(row.cell(common)),
				Keywords: parseCount(row.cell(keywords)), Traffic: parseCount(row.cell(traffic)), TrafficCost: parseDecimal(row.cell(cost)),
			})
		}
		return nil
	})
	return found, err
}

// report requests lines of a report and passes the response to use, unless it is empty.
func (v *version3) report(ctx context.Context, access providers.Access, report string, offset, lines int, more url.Values, use func(*table) error) error {
	if access.Key == "" {
		return providers.Errorf(providers.Reconnect, "There is no key of Semrush. Enter one to connect it.")
	}
	more.Set("type", report)
	more.Set("key", access.Key)
	more.Set("domain", access.Domain)
	more.Set("database", v.database)
	more.Set("display_limit", strconv.Itoa(offset+lines)) // counts from the first line, not from the offset
	more.Set("display_offset", strconv.Itoa(offset))
	more.Set("export_escape", "1") // wraps the cells in quotes
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, v.base+"?"+more.Encode(), nil)
	if err != nil {
		return fmt.Errorf("make a request of %s", v.base) // the original error quotes the key
	}
	err = remote.Read(access.HTTP, request, func(body []byte) error {
		reply, failed := failureIn(string(body[:min(len(body), 1024)]))
		switch {
		case failed && reply.code == nothingFound:
			return nil
		case failed:
			return v.explain(reply, access)
		}
		answer, err := parse(body)
		if err != nil {
			return err
		}
		return use(answer)
	})
	var answer *remote.Answer
	if errors.As(err, &answer) { // newer servers send the same text with an error status
		if reply, failed := failureIn(answer.Message); failed && reply.code == nothingFound {
			return nil
		} else if failed {
			return v.explain(reply, access)
		}
	}
	return err
}
