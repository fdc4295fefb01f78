package simulator

import (
	"encoding/json"
	"strconv"
	"strings"

	"upslope/simulator/world"
)

// adsRow is one encoded row. Encoding is manual: encoding/json with maps would dominate the cost of a day.
type adsRow []byte

// adsNode is a node of a row: a resource or message with children, or a field.
type adsNode struct {
	name  string // JSON name
	field string // for example metrics.cost_micros; "" for inner nodes
	below []*adsNode
}

// shape returns the tree of selected fields and of the resource names involved.
func (q adsQuery) shape() *adsNode {
	root := &adsNode{}
	root.add(q.resource + ".resource_name")
	for _, field := range q.fields {
		if resource, _, _ := strings.Cut(field, "."); resource != "metrics" && resource != "segments" {
			root.add(resource + ".resource_name")
		}
		root.add(field)
	}
	return root
}

func (n *adsNode) add(field string) {
	for part := range strings.SplitSeq(field, ".") {
		n = n.child(camel(part))
	}
	n.field = field
}

func (n *adsNode) child(name string) *adsNode {
	for _, node := range n.below {
		if node.name == name {
			return node
		}
	}
	node := &adsNode{name: name}
	n.below = append(n.below, node)
	return node
}

// append encodes a record's node and its children; it omits unset fields.
func (n *adsNode) append(out []byte, w *world.World, record *adsRecord) []byte {
	out = append(out, '{')
	first := true
	for _, node := range n.below {
		var value any
		if node.field != "" {
			if value = record.field(w, node.field); value == nil {
				continue
			}
		}
		if !first {
			out = append(out, ',')
		}
		first = false
		out = append(append(append(out, '"'), node.name...), `":`...)
		if node.field == "" {
			out = node.append(out, w, record)
			continue
		}
		out = appendValue(out, value)
	}
	return append(out, '}')
}

func appendValue(out []byte, value any) []byte {
	switch value := value.(type) {
	case string:
		return appendText(out, value)
	case float64:
		return strconv.AppendFloat(out, value, 'f', -1, 64)
	case int:
		return strconv.AppendInt(out, int64(value), 10)
	case bool:
		return strconv.AppendBool(out, value)
	}
	return append(out, "null"...)
}

// appendText encodes a string; package json handles only characters that need escaping.
func appendText(out []byte, text string) []byte {
	if strings.IndexFunc(text, func(r rune) bool { return r < ' ' || r > '~' || r == '"' || r == '\\' }) < 0 {
		return append(append(append(out, '"'), text...), '"')
	}
	quoted, err := json.Marshal(text)
	if err != nil {
		return append(out, `""`...)
	}
	return append(out, quoted...)
}

// adsPage is one element of a stream, or one page.
type adsPage struct {
	results  []adsRow
	nextPage string
	total    string
	mask     string
	consumed string
}

// append encodes the page; it omits empty fields.
func (p adsPage) append(out []byte) []byte {
	out = append(out, '{')
	if len(p.results) > 0 {
		out = append(out, `"results":[`...)
		for i, row := range p.results {
			if i > 0 {
				out = append(out, ',')
			}
			out = append(out, row...)
		}
		out = append(out, `],`...)
	}
	for _, field := range [][2]string{{"nextPageToken", p.nextPage}, {"totalResultsCount", p.total}, {"queryResourceConsumption", p.consumed}, {"requestId", "SimulatedRequest0000"}} {
		if field[1] != "" {
			out = append(append(append(out, '"'), field[0]...), `":`...)
			out = append(appendText(out, field[1]), ',')
		}
	}
	out = append(out, `"fieldMask":`...)
	return append(appendText(out, p.mask), '}')
}
