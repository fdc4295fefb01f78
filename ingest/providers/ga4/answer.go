package ga4

import (
	"encoding/json"

	"upslope/ingest/providers/wire"
)

// report is what we use of a response to runReport.
type report struct {
	Rows          []row                     `json:"rows"`
	RowCount      wire.Number               `json:"rowCount"`
	Metadata      wire.Maybe[metadata]      `json:"metadata"`
	PropertyQuota wire.Maybe[propertyQuota] `json:"propertyQuota"`

	count int64 // of all rows of the report
}

type row struct {
	DimensionValues []cell `json:"dimensionValues"`
	MetricValues    []cell `json:"metricValues"`
}

type cell struct {
	Value wire.Text `json:"value"`
}

type metadata struct {
	CurrencyCode          wire.Text                     `json:"currencyCode"`
	TimeZone              wire.Text                     `json:"timeZone"`
	SubjectToThresholding wire.Bool                     `json:"subjectToThresholding"`
	DataLossFromOtherRow  wire.Bool                     `json:"dataLossFromOtherRow"`
	SamplingMetadatas     wire.Maybe[[]json.RawMessage] `json:"samplingMetadatas"`
}

type propertyQuota struct {
	TokensPerDay            wire.Maybe[quotaStatus] `json:"tokensPerDay"`
	TokensPerHour           wire.Maybe[quotaStatus] `json:"tokensPerHour"`
	TokensPerProjectPerHour wire.Maybe[quotaStatus] `json:"tokensPerProjectPerHour"`
}

type quotaStatus struct {
	Consumed  wire.Number `json:"consumed"`
	Remaining wire.Number `json:"remaining"`
}

// summariesPage is a page of the properties that an account may read.
type summariesPage struct {
	AccountSummaries []struct {
		PropertySummaries []struct {
			Property    wire.Text `json:"property"`
			DisplayName wire.Text `json:"displayName"`
		} `json:"propertySummaries"`
	} `json:"accountSummaries"`
	NextPageToken wire.Text `json:"nextPageToken"`
}

// streams are the sources of a property's data.
type streams struct {
	DataStreams []struct {
		WebStreamData wire.Maybe[struct {
			DefaultURI wire.Text `json:"defaultUri"`
		}] `json:"webStreamData"`
	} `json:"dataStreams"`
}
