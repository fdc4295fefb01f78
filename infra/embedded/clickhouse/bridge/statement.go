//go:build linux

package bridge

import (
	"fmt"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"sort"
	"strings"

	"upslope/infra/embedded/clickhouse/chdb"
)

// statement is a parsed request.
type statement struct {
	sql          string
	keyword      string // first word, in upper case
	database     string
	format       string    // of the response
	insertFormat string    // format of the rows that follow; empty without rows
	rows         io.Reader // the body after an INSERT in the URL
	params       []chdb.Param
	settings     []setting
}

type setting struct{ name, value string }

// notSettings are URL parameters with a meaning of their own; all others are settings, as in ClickHouse.
var notSettings = regexp.MustCompile(`^(database|default_format|client_protocol_version|query|query_id|quota_key|user|password|` +
	`session_id|session_timeout|session_check|wait_end_of_query|buffer_size|role|log_comment)$`)

var (
	identifier   = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)
	firstWord    = regexp.MustCompile(`^(?s:\s|--[^\n]*\n|/\*.*?\*/|\()*([A-Za-z]+)`)
	formatClause = regexp.MustCompile(`(?i)\s+FORMAT\s+([A-Za-z]\w*)\s*;?\s*$`)
)

func readStatement(r *http.Request) (*statement, error) {
	if r.Header.Get("Content-Encoding") != "" || strings.HasPrefix(r.Header.Get("Content-Type"), "multipart/") {
		return nil, exception{notImplemented, "The embedded engine takes neither compressed bodies nor external tables"}
	}
	query := r.URL.Query()
	s := &statement{sql: query.Get("query"), database: query.Get("database"), format: "TabSeparated"}
	if format := query.Get("default_format"); format != "" {
		s.format = format
	}
	if clause := formatClause.FindStringSubmatchIndex(s.sql); clause != nil && keyword(s.sql) == "INSERT" {
		s.insertFormat = s.sql[clause[2]:clause[3]]
		s.sql = s.sql[:clause[0]]
		s.rows = r.Body
	} else {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			return nil, fmt.Errorf("read the statement: %w", err)
		}
		s.sql = strings.TrimSpace(s.sql + "\n" + string(body))
	}
	s.keyword = keyword(s.sql)
	return s, s.readParameters(query)
}

func (s *statement) readParameters(query url.Values) error {
	for name, values := range query {
		if param, ok := strings.CutPrefix(name, "param_"); ok {
			s.params = append(s.params, chdb.Param{Name: param, Value: values[0]})
		} else if !notSettings.MatchString(name) {
			if !identifier.MatchString(name) {
				return exception{unknownSetting, "Unknown setting " + quote(name)}
			}
			s.settings = append(s.settings, setting{name, values[0]})
		}
	}
	sort.Slice(s.settings, func(i, j int) bool { return s.settings[i].name < s.settings[j].name })
	return nil
}

// set returns the SET statement that prepares the session: the tag for kill, and the request's settings.
func (s *statement) set(tag string) string {
	b := &strings.Builder{}
	b.WriteString("SET log_comment = " + quote(tag))
	for _, setting := range s.settings {
		b.WriteString(", " + setting.name + " = " + quote(setting.value))
	}
	return b.String()
}

func keyword(sql string) string {
	if word := firstWord.FindStringSubmatch(sql); word != nil {
		return strings.ToUpper(word[1])
	}
	return ""
}

// quote returns a string literal.
func quote(s string) string {
	return "'" + strings.NewReplacer(`\`, `\\`, `'`, `\'`).Replace(s) + "'"
}

// quoteName returns a quoted identifier.
func quoteName(s string) string {
	return "`" + strings.NewReplacer("\\", "\\\\", "`", "\\`").Replace(s) + "`"
}
