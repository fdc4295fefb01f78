package simulator

import (
	"cmp"
	"regexp"
	"strconv"
	"strings"

	"upslope/simulator/world"
)

// adsQuery is a Google Ads Query Language statement, in the subset used by reports.
type adsQuery struct {
	fields   []string
	resource string
	where    []condition
	order    []ordering
	limit    int // 0: all
}

// condition is one condition of a where clause; its operands are words or quoted texts.
type condition struct {
	field, operator string
	values          []string
}

type ordering struct {
	field string
	down  bool
}

var gaqlToken = regexp.MustCompile(`'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|[A-Za-z_][A-Za-z0-9_.]*|-?[0-9][0-9.\-]*|!=|>=|<=|[=<>(),]|\S`)

// gaqlParser walks the tokens of a statement.
type gaqlParser struct {
	tokens []string
	at     int
}

func (p *gaqlParser) peek() string {
	if p.at < len(p.tokens) {
		return p.tokens[p.at]
	}
	return ""
}

func (p *gaqlParser) next() string {
	token := p.peek()
	p.at++
	return token
}

// word consumes the next tokens if they are the given words.
func (p *gaqlParser) word(words ...string) bool {
	for i, word := range words {
		if p.at+i >= len(p.tokens) || !strings.EqualFold(p.tokens[p.at+i], word) {
			return false
		}
	}
	p.at += len(words)
	return true
}

func queryError(code, message string) *failure {
	return &failure{code: 400, status: "INVALID_ARGUMENT", adsError: [2]string{"queryError", code}, message: message}
}

// parseGAQL parses a statement; it does not check that the fields exist.
func parseGAQL(text string) (adsQuery, *failure) {
	var q adsQuery
	p := &gaqlParser{tokens: gaqlToken.FindAllString(text, -1)}
	if !p.word("SELECT") {
		return q, queryError("EXPECTED_SELECT", "Error in query: expected SELECT.")
	}
	for {
		q.fields = append(q.fields, p.next())
		if !p.word(",") {
			break
		}
	}
	if !p.word("FROM") {
		return q, queryError("EXPECTED_FROM", "Error in query: expected FROM.")
	}
	q.resource = p.next()
	if p.word("WHERE") {
		for {
			condition, f := p.condition()
			if f != nil {
				return q, f
			}
			q.where = append(q.where, condition)
			if !p.word("AND") {
				break
			}
		}
	}
	if p.word("ORDER", "BY") {
		for {
			by := ordering{field: p.next()}
			by.down = p.word("DESC")
			_ = by.down || p.word("ASC")
			q.order = append(q.order, by)
			if !p.word(",") {
				break
			}
		}
	}
	if p.word("LIMIT") {
		limit, err := strconv.Atoi(p.next())
		if err != nil || limit < 1 {
			return q, queryError("BAD_LIMIT_COUNT", "Error in query: LIMIT must be a positive number.")
		}
		q.limit = limit
	}
	if p.word("PARAMETERS") {
		p.at = len(p.tokens)
	}
	if p.at < len(p.tokens) {
		return q, queryError("UNEXPECTED_INPUT", "Error in query: unexpected input "+p.peek()+".")
	}
	return q, nil
}

func (p *gaqlParser) condition() (condition, *failure) {
	c := condition{field: p.next()}
	switch {
	case p.word("BETWEEN"):
		c.operator, c.values = "BETWEEN", []string{unquoted(p.next())}
		if !p.word("AND") {
			return c, queryError("EXPECTED_AND", "Error in query: expected AND.")
		}
		c.values = append(c.values, unquoted(p.next()))
	case p.word("DURING"):
		c.operator, c.values = "DURING", []string{strings.ToUpper(p.next())}
	case p.word("IS", "NOT", "NULL"):
		c.operator = "IS NOT NULL"
	case p.word("IS", "NULL"):
		c.operator = "IS NULL"
	case p.word("NOT", "IN"):
		c.operator = "NOT IN"
		return c, p.list(&c)
	case p.word("IN"):
		c.operator = "IN"
		return c, p.list(&c)
	default:
		c.operator = strings.ToUpper(p.next())
		if !oneOf(c.operator, "=", "!=", "<", "<=", ">", ">=", "LIKE") {
			return c, queryError("BAD_OPERATOR", "Error in query: unexpected input "+c.operator+".")
		}
		c.values = []string{unquoted(p.next())}
	}
	return c, nil
}

func (p *gaqlParser) list(c *condition) *failure {
	if !p.word("(") {
		return queryError("EXPECTED_LIST", "Error in query: expected (.")
	}
	for {
		c.values = append(c.values, unquoted(p.next()))
		if p.word(")") {
			return nil
		}
		if !p.word(",") {
			return queryError("EXPECTED_LIST", "Error in query: expected , or ).")
		}
	}
}

func unquoted(token string) string {
	if len(token) >= 2 && (token[0] == '\'' || token[0] == '"') && token[len(token)-1] == token[0] {
		return strings.NewReplacer(`\'`, `'`, `\"`, `"`, `\\`, `\`).Replace(token[1 : len(token)-1])
	}
	return token
}

// days returns the range left by the conditions on segments.date, and whether there were any.
func (q adsQuery) days(first, today world.Day) (from, to world.Day, any bool, f *failure) {
	from, to = first, today
	for _, c := range q.where {
		if c.field != "segments.date" {
			continue
		}
		any = true
		low, high, ok := c.span(today)
		if !ok {
			return from, to, true, &failure{code: 400, status: "INVALID_ARGUMENT", adsError: [2]string{"dateError", "INVALID_STRING_DATE"}, message: "The date in segments.date is invalid."}
		}
		from, to = max(from, low), min(to, high)
	}
	return from, to, any, nil
}

func (c condition) span(today world.Day) (low, high world.Day, ok bool) {
	const ever = world.Day(1 << 30)
	if c.operator == "DURING" {
		switch c.values[0] {
		case "TODAY":
			return today, today, true
		case "YESTERDAY":
			return today - 1, today - 1, true
		case "LAST_7_DAYS":
			return today - 7, today - 1, true
		case "LAST_14_DAYS":
			return today - 14, today - 1, true
		case "LAST_30_DAYS":
			return today - 30, today - 1, true
		}
		return 0, 0, false
	}
	days := make([]world.Day, len(c.values))
	for i, value := range c.values {
		day, err := world.ParseDay(value)
		if err != nil {
			return 0, 0, false
		}
		days[i] = day
	}
	switch c.operator {
	case "=":
		return days[0], days[0], true
	case "BETWEEN":
		return days[0], days[1], days[0] <= days[1]
	case ">=":
		return days[0], ever, true
	case ">":
		return days[0] + 1, ever, true
	case "<=":
		return -ever, days[0], true
	case "<":
		return -ever, days[0] - 1, true
	}
	return 0, 0, false
}

// matches compares a value of a row: numbers as numbers, words as words.
func (c condition) matches(value any) bool {
	if value == nil {
		return c.operator == "IS NULL" || c.operator == "!=" || c.operator == "NOT IN"
	}
	text := textOf(value)
	switch c.operator {
	case "IS NULL":
		return false
	case "IS NOT NULL":
		return true
	case "IN":
		return oneOf(text, c.values...)
	case "NOT IN":
		return !oneOf(text, c.values...)
	case "LIKE":
		pattern := strings.ReplaceAll(regexp.QuoteMeta(c.values[0]), "%", ".*")
		matched, err := regexp.MatchString("(?is)^"+pattern+"$", text)
		return err == nil && matched
	}
	way := strings.Compare(text, c.values[0])
	if number, err := strconv.ParseFloat(text, 64); err == nil {
		if want, err := strconv.ParseFloat(c.values[0], 64); err == nil {
			way = cmp.Compare(number, want)
		}
	}
	switch c.operator {
	case "=":
		return way == 0 || strings.EqualFold(text, c.values[0])
	case "!=":
		return way != 0 && !strings.EqualFold(text, c.values[0])
	case "<":
		return way < 0
	case "<=":
		return way <= 0
	case ">":
		return way > 0
	case ">=":
		return way >= 0
	case "BETWEEN":
		return way >= 0 && text <= c.values[1]
	}
	return false
}
