package families

import (
	"math/rand/v2"
	"strings"
)

// topics returns the subjects of pages, by kind.
func topics(kind string) []string {
	words := map[string]string{
		"things":   "kettle lamp sofa backpack tent bicycle drill blender mattress desk chair jacket boots watch camera headphones keyboard monitor printer toaster rug curtain shelf mirror ladder stroller aquarium guitar piano drone skateboard kayak helmet gloves scarf wallet suitcase umbrella thermos grill",
		"services": "plumbing roofing heating gardening moving cleaning painting insurance accounting tutoring dentistry physiotherapy surveying catering photography translation towing locksmith flooring glazing scaffolding welding fencing paving drainage masonry carpentry tiling plastering chimney",
		"subjects": "composting budgeting mortgages meditation nutrition running hiking fermentation beekeeping calligraphy astronomy chess knitting woodworking pottery sailing skiing climbing podcasting blogging networking parenting retirement inheritance divorce recycling solar insulation allergies migraine",
		"tools":    "invoicing payroll scheduling reporting ticketing analytics forecasting onboarding messaging dashboards backups encryption workflows surveys contracts timesheets inventory crm billing automation monitoring webhooks permissions templates expenses recruiting roadmaps wireframes",
	}
	return strings.Fields(words[kind])
}

// qualifiers are words that narrow a topic.
func qualifiers(kind string) []string {
	words := map[string]string{
		"things":   "wooden steel cordless folding vintage compact waterproof electric ergonomic lightweight outdoor ceramic leather cotton portable industrial minimalist ultralight foldable insulated magnetic rechargeable handmade modular wireless",
		"services": "emergency commercial residential local certified mobile weekend industrial family express municipal marine rural urban coastal northern southern eastern western central harbour airport riverside hillside lakeside",
		"subjects": "beginner advanced urban winter summer family indoor organic daily weekly mindful frugal practical seasonal remote ancient modern nordic tropical alpine",
		"tools":    "automated collaborative enterprise lightweight mobile secure offline multilingual realtime visual embedded hosted recurring bulk scheduled encrypted serverless graphical",
	}
	return strings.Fields(words[kind])
}

// modifiers returns the words users add to a topic; "" for none.
func modifiers() []string {
	return strings.Split(",near me,price,comparison,ideas,checklist,tips,for small rooms,for seniors,for teams,step by step,size chart,maintenance,alternatives,vs rental,2026,reviews,setup,examples,warranty,explained,calculator,types,problems", ",")
}

// brandName is at least nine letters long and no word.
func brandName(r *rand.Rand) string {
	var name strings.Builder
	for name.Len() < 9 {
		name.WriteString(pick(r, []string{"vel", "nor", "kip", "zan", "quo", "bri", "dax", "lum", "fen", "tor", "mez", "gal"}))
		name.WriteString(pick(r, []string{"o", "a", "i", "u", "e"}))
	}
	return name.String() + "x"
}

// misspelled swaps two letters inside a word.
func misspelled(r *rand.Rand, word string) string {
	at := 1 + r.IntN(len(word)-3)
	return word[:at] + string(word[at+1]) + string(word[at]) + word[at+2:]
}

func capitalize(text string) string {
	if text == "" {
		return ""
	}
	return strings.ToUpper(text[:1]) + text[1:]
}
