package upslope

// Kinds of action. A page has at most one of each of title, heading, description, canonical, redirect and
// relink.
const (
	ActionAnswer      = "answer"      // make Page the one page for the query To
	ActionTitle       = "title"       // set the title of Page to To
	ActionHeading     = "heading"     // set the H1 of Page to To
	ActionDescription = "description" // set the description of Page to To
	ActionCanonical   = "canonical"   // set the canonical of Page to To
	ActionRedirect    = "redirect"    // redirect Page to To
	ActionRelink      = "relink"      // point the links to Page at To
	ActionIndex       = "index"       // let search engines index Page
	ActionRepair      = "repair"      // let Page answer without an error
	ActionImprove     = "improve"     // bring the content or the speed of Page up to date
	ActionAddText     = "add_text"    // cover To in the title, headings or text of Page
	ActionRemoveText  = "remove_text" // take To out of the title and headings of Page
	ActionLink        = "link"        // place a link with Anchor on Page that leads to To
	ActionNewPage     = "new_page"    // write a page for the query To
	ActionNegative    = "negative"    // add the negative keyword To to Ad
	ActionPause       = "pause"       // pause Ad
	ActionLowerBid    = "lower_bid"   // lower the bids of Ad
)

// Action is one change that an insight asks for, as data; its steps say the same in words.
type Action struct {
	Kind   string `json:"kind"`
	Page   string `json:"page,omitempty"`   // the page to change; of a link, the page that it stands on
	To     string `json:"to,omitempty"`     // the new text or address; "" if the step leaves it open
	Anchor string `json:"anchor,omitempty"` // of a link
	Ad     string `json:"ad,omitempty"`     // the campaign, ad group or keyword to change
}

// Finding is another finding that the same fix settles.
type Finding struct {
	Type   string `json:"type"`
	Entity Entity `json:"entity"`
	Reason string `json:"reason"` // in words: its title is too short
}
