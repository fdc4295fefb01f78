package assistants

import (
	"regexp"
	"strings"
)

// stepPlan is who sees to a step, and by when.
type stepPlan struct{ Step, Assignee, DueDate string }

// steps returns the steps of instructions, each with its owner and due date in parentheses.
func steps(instructions string, plans []stepPlan) []string {
	list := []string{}
	for line := range strings.Lines(instructions) {
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		step := numbered.ReplaceAllString(line, "")
		for _, plan := range plans {
			if plan.Step == step {
				line += plan.said()
			}
		}
		list = append(list, line)
	}
	return list
}

// numbered is what numbers a step, which plans leave out.
var numbered = regexp.MustCompile(`^\d+[.)]\s+`)

func (p stepPlan) said() string {
	var said []string
	if p.Assignee != "" {
		said = append(said, "assigned to "+p.Assignee)
	}
	if p.DueDate != "" {
		said = append(said, "due "+p.DueDate)
	}
	return " (" + strings.Join(said, ", ") + ")"
}
