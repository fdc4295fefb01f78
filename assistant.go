package upslope

// aiAssistants are the AI assistants that send visits, with the sources by which Analytics knows them. Days
// that were synced before a source was added here do not have it.
var aiAssistants = []struct {
	name    string
	sources []string
}{
	{"ChatGPT", []string{"chatgpt.com", "www.chatgpt.com", "chat.openai.com", "openai.com", "openai", "chatgpt"}},
	{"Perplexity", []string{"perplexity.ai", "www.perplexity.ai", "perplexity"}},
	{"Copilot", []string{"copilot.microsoft.com", "copilot.com", "edgeservices.bing.com", "copilot"}},
	{"Gemini", []string{"gemini.google.com", "bard.google.com", "gemini"}},
	{"Claude", []string{"claude.ai", "www.claude.ai", "claude"}},
}

// AIAssistantSources returns every source of an AI assistant, and at the same place the assistant's name.
func AIAssistantSources() (sources, names []string) {
	for _, assistant := range aiAssistants {
		for _, source := range assistant.sources {
			sources, names = append(sources, source), append(names, assistant.name)
		}
	}
	return sources, names
}
