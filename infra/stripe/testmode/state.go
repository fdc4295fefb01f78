package testmode

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// state is the content of the file; existing files depend on its field names.
type state struct {
	Sessions, Bought, Plans map[string]object
}

// load reads the file. Numbers stay integers, as Stripe's times are.
func (s *Stripe) load() error {
	if s.file == "" {
		return nil
	}
	text, err := os.ReadFile(s.file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("read what was bought in test mode: %w", err)
	}
	before := state{s.sessions, s.subscriptions, s.schedules}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	if err := decoder.Decode(&before); err != nil {
		return fmt.Errorf("read what was bought in test mode from %s: %w", s.file, err)
	}
	for _, one := range before.Bought {
		// JSON decodes to other types than those this package creates.
		items, _ := one["items"].(object)
		if data, ok := items["data"].([]any); ok {
			var typed []object
			for _, item := range data {
				if item, ok := item.(object); ok {
					typed = append(typed, item)
				}
			}
			items["data"] = typed
		}
		if schedule, ok := one["schedule"].(object); ok {
			if id, ok := schedule["id"].(string); ok && before.Plans[id] != nil {
				one["schedule"] = before.Plans[id]
			}
		}
	}
	s.sessions, s.subscriptions, s.schedules = before.Sessions, before.Bought, before.Plans
	return nil
}

// save writes the file.
func (s *Stripe) save() error {
	if s.file == "" {
		return nil
	}
	text, err := json.Marshal(state{s.sessions, s.subscriptions, s.schedules})
	if err != nil {
		return fmt.Errorf("keep what was bought in test mode: %w", err)
	}
	if err := os.WriteFile(s.file+".new", text, 0o600); err != nil {
		return fmt.Errorf("keep what was bought in test mode: %w", err)
	}
	if err := os.Rename(s.file+".new", s.file); err != nil {
		return fmt.Errorf("keep what was bought in test mode: %w", err)
	}
	return nil
}
