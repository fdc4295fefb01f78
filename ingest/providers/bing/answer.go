package bing

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"time"

	"upslope/ingest/providers"
	"upslope/ingest/providers/wire"
	"upslope/ingest/remote"
)

// site is an element of GetUserSites.
type site struct {
	URL        wire.Text `json:"Url"`
	IsVerified wire.Bool `json:"IsVerified"`
}

// host is the host of the site's address, in lower case.
func (s site) host() string {
	address, err := url.Parse(string(s.URL))
	if err != nil {
		return ""
	}
	return strings.ToLower(address.Hostname())
}

// stat is an element of GetQueryStats, and of GetPageStats, whose Query is a page.
type stat struct {
	Query                 wire.Text
	Date                  date
	Clicks                wire.Number
	Impressions           wire.Number
	AvgImpressionPosition wire.Number
}

// crawlIssue is an element of GetCrawlIssues. Issues is a sum of the flags below.
type crawlIssue struct {
	URL      wire.Text   `json:"Url"`
	HTTPCode wire.Number `json:"HttpCode"`
	InLinks  wire.Number
	Issues   wire.Number
}

// flags are the names of the bits of Issues, as UrlWithCrawlIssues documents them.
var flags = []string{ //nolint:gochecknoglobals // as documented
	"Redirect (301)", "Redirect (302)", "Client error (4xx)", "Server error (5xx)", "Blocked by robots.txt", "Contains malware",
	"Important URL blocked by robots.txt", "DNS error", "Timeout",
}

func (i crawlIssue) issues() []string {
	set := uint64(max(0, min(i.Issues.Value, math.MaxUint32)))
	found := []string{}
	for bit, name := range flags {
		if set&(1<<bit) != 0 {
			found = append(found, name)
		}
	}
	return found
}

// date is a day of Bing, such as "/Date(1316156400000-0700)/": milliseconds, and the zone of its day.
type date struct{ time.Time }

var dateForm = regexp.MustCompile(`^/Date\((-?\d{1,15})([+-]\d{4})?\)/$`)

// UnmarshalJSON implements json.Unmarshaler. What is no date is the zero time, which no sync asks for.
func (d *date) UnmarshalJSON(data []byte) error {
	var text wire.Text
	if err := json.Unmarshal(data, &text); err != nil {
		return err
	}
	d.Time = time.Time{}
	parts := dateForm.FindStringSubmatch(string(text))
	if parts == nil {
		return nil
	}
	milliseconds, err := strconv.ParseInt(parts[1], 10, 64)
	if err != nil {
		return nil //nolint:nilerr // as above
	}
	moment := time.UnixMilli(milliseconds).UTC()
	if zone, err := time.Parse("-0700", parts[2]); err == nil {
		moment = moment.In(zone.Location())
	}
	year, month, day := moment.Date()
	d.Time = time.Date(year, month, day, 0, 0, 0, 0, time.UTC)
	return nil
}

// whole is a count; what Bing does not say is none.
func whole(n wire.Number) uint32 { return uint32(max(0, min(n.Value, math.MaxUint32))) }

// placeOf is a position; nil for one that cannot be.
func placeOf(n wire.Number) *float64 {
	if !n.Known || n.Value < 1 {
		return nil
	}
	return &n.Value
}

// get calls a method and decodes what is in its envelope, {"d": …}.
func (s *Source) get(ctx context.Context, access providers.Access, method, of string, into any) error {
	query := url.Values{"apikey": {access.Key}}
	if of != "" {
		query.Set("siteUrl", of)
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, s.base+method+"?"+query.Encode(), nil)
	if err != nil {
		return fmt.Errorf("make a request of %s", s.base) // the original error quotes the key
	}
	err = remote.Read(access.HTTP, request, func(body []byte) error {
		var envelope struct {
			D json.RawMessage `json:"d"`
		}
		if err := json.Unmarshal(body, &envelope); err != nil {
			return err
		}
		if envelope.D == nil {
			return errors.New("the answer has no d")
		}
		if bytes.Equal(envelope.D, []byte("null")) {
			return nil
		}
		return json.Unmarshal(envelope.D, into)
	})
	var answer *remote.Answer
	if errors.As(err, &answer) {
		return explain(answer, err)
	}
	return err
}

// explain turns Bing's own error codes (ApiErrorCode) into what the owner can do.
func explain(answer *remote.Answer, err error) error {
	switch {
	case answer.Has("ErrorCode 3", "ErrorCode 6", "ErrorCode 12"):
		return providers.Errorf(providers.Reconnect, "Bing does not know this API key. Copy the one under Settings, API access in Bing Webmaster Tools, and connect again.").Because(answer)
	case answer.Has("ErrorCode 4", "ErrorCode 5"):
		return providers.Errorf(providers.Temporary, "Bing allows no more requests at the moment. Upslope will try again with the next sync.").Because(answer)
	case answer.Has("ErrorCode 1", "ErrorCode 2"):
		return providers.Errorf(providers.Temporary, "Bing does not answer at the moment. Upslope will try again with the next sync.").Because(answer)
	case answer.Has("ErrorCode 7", "ErrorCode 13", "ErrorCode 14", "ErrorCode 15", "ErrorCode 16"):
		return providers.Errorf(providers.Denied, "The Bing account of this API key may not read this site. Verify the site in Bing Webmaster Tools, then test again.").Because(answer)
	}
	return err
}
