package crawler

import (
	"net/url"
	"strings"

	"golang.org/x/net/html/atom"
)

func (e *extractor) meta(attributes map[string]string) {
	content := collapse(attributes["content"])
	switch strings.ToLower(strings.TrimSpace(attributes["name"])) {
	case "description":
		if !e.doc.HasDescription {
			e.doc.HasDescription, e.doc.Description = true, content
		}
	case "robots", "googlebot":
		e.doc.MetaRobots = joined(e.doc.MetaRobots, content)
		e.doc.NoFollow = e.doc.NoFollow || forbids("nofollow", content)
	}
	if strings.EqualFold(strings.TrimSpace(attributes["http-equiv"]), "refresh") && e.doc.MetaRefresh == "" && e.within[atom.Noscript] == 0 {
		e.doc.MetaRefresh = content
		_, target, _ := strings.Cut(content, ";")
		if name, address, found := strings.Cut(target, "="); found && strings.EqualFold(strings.TrimSpace(name), "url") {
			e.doc.RefreshTo = resolve(e.base, strings.Trim(strings.TrimSpace(address), `'"`))
		}
	}
}

// forbids reports whether robots directives contain one, or "none", which is noindex and nofollow. A
// directive after the name of a crawler that is neither ours nor Google's does not count.
func forbids(directive, robots string) bool {
	for field := range strings.SplitSeq(strings.ToLower(robots), ",") {
		if name, value, named := strings.Cut(field, ":"); named {
			if name = strings.TrimSpace(name); name != "googlebot" && name != strings.ToLower(Name) {
				continue
			}
			field = value
		}
		for word := range strings.FieldsSeq(field) {
			if word == directive || word == "none" {
				return true
			}
		}
	}
	return false
}

func joined(texts ...string) string {
	var list []string
	for _, text := range texts {
		if text != "" {
			list = append(list, text)
		}
	}
	return strings.Join(list, ", ")
}

// linkElement reads a link element; search engines read canonicals and alternates in the head only.
func (e *extractor) linkElement(attributes map[string]string) {
	if e.inBody || e.isHidden() {
		return
	}
	relations := strings.Fields(strings.ToLower(attributes["rel"]))
	for _, relation := range relations {
		switch {
		case relation == "canonical" && !e.hasCanonical && strings.TrimSpace(attributes["href"]) != "":
			e.hasCanonical, e.doc.Canonical = true, resolve(e.base, attributes["href"])
		case relation == "alternate" && attributes["hreflang"] != "" && len(e.doc.Hreflangs) < maxHreflangs:
			if address := resolve(e.base, attributes["href"]); address != "" {
				e.doc.Hreflangs = append(e.doc.Hreflangs, Hreflang{Language: strings.TrimSpace(attributes["hreflang"]), URL: address})
			}
		}
	}
}

func (e *extractor) position() string {
	for _, mark := range landmarks {
		if e.within[mark.tag] > 0 {
			return mark.position
		}
	}
	return "Content"
}

func (e *extractor) startLink(attributes map[string]string) {
	e.endLink() // links do not nest
	reference, has := attributes["href"]
	if !has || e.isHidden() {
		return
	}
	address := resolve(e.base, reference)
	if address == "" || strings.HasPrefix(strings.TrimSpace(reference), "#") {
		return
	}
	if len(e.doc.Links) >= maxLinks {
		e.doc.LinksLeftOut++
		return
	}
	if carriesSession(reference) {
		e.doc.SessionLinks++
	}
	rel := strings.ToLower(collapse(attributes["rel"]))
	follow := true
	for _, word := range strings.Fields(rel) {
		follow = follow && word != "nofollow" && word != "ugc" && word != "sponsored"
	}
	e.link = &Link{To: address, Rel: rel, Follow: follow, Position: e.position(), Alt: collapse(attributes["alt"])}
	e.anchor = &strings.Builder{}
}

func (e *extractor) endLink() {
	if e.link == nil {
		return
	}
	e.link.Anchor = collapse(e.anchor.String())
	e.doc.Links = append(e.doc.Links, *e.link)
	e.link, e.anchor = nil, nil
}

func (e *extractor) image(attributes map[string]string) {
	if e.isHidden() {
		return
	}
	alt, has := attributes["alt"]
	if !has {
		e.doc.ImagesWithoutAlt++
	}
	if e.link != nil && e.link.Alt == "" {
		e.link.Alt = collapse(alt)
	}
	address := resolve(e.base, attributes["src"])
	if address == "" || attributes["src"] == "" {
		return
	}
	if len(e.doc.Links) >= maxLinks {
		e.doc.ImagesLeftOut++
		return
	}
	e.doc.Links = append(e.doc.Links, Link{To: address, Image: true, Alt: collapse(alt), HasAlt: has, Follow: true, Position: e.position()})
}

// linkHeader returns the canonical and the alternates of Link headers (RFC 8288).
func linkHeader(base *url.URL, values []string) (canonical string, alternates []Hreflang) {
	for _, value := range values {
		for len(value) > 0 {
			_, rest, found := strings.Cut(value, "<")
			if !found {
				break
			}
			target, rest, found := strings.Cut(rest, ">")
			if !found {
				break
			}
			parameters, next, _ := strings.Cut(rest, ",<")
			if !strings.Contains(rest, ",<") {
				if at := strings.Index(rest, ", <"); at >= 0 {
					parameters, next = rest[:at], rest[at+3:]
				}
			}
			value = ""
			if next != "" {
				value = "<" + next
			}
			lower := strings.ToLower(parameters)
			switch {
			case strings.Contains(lower, "canonical") && canonical == "":
				canonical = resolve(base, target)
			case strings.Contains(lower, "alternate") && strings.Contains(lower, "hreflang="):
				_, language, _ := strings.Cut(lower, "hreflang=")
				language, _, _ = strings.Cut(language, ";")
				if address := resolve(base, target); address != "" && len(alternates) < maxHreflangs {
					alternates = append(alternates, Hreflang{Language: strings.Trim(language, `" `), URL: address})
				}
			}
		}
	}
	return canonical, alternates
}
