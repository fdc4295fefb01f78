package edge

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"

	"upslope"
)

// partLeast is how large every part but the last has to be: what S3 asks for.
const partLeast = 5 << 20

// askedParts reads the parts of which a file is to be made, as the contract has them.
func askedParts(body any) ([]upslope.Part, error) {
	text, err := json.Marshal(body)
	if err != nil {
		return nil, err
	}
	var asked struct {
		Parts []upslope.Part `json:"parts"`
	}
	if err := json.Unmarshal(text, &asked); err != nil {
		return nil, upslope.FieldErrorf("parts", "parts must be a list of PartNumber and ETag.")
	}
	for i := range asked.Parts {
		asked.Parts[i].ETag = strings.Trim(asked.Parts[i].ETag, `"`)
	}
	return asked.Parts, nil
}

// wholeFile answers the stored parts when they are what was asked for: all of them, in order, from 1. A crawl must
// not come in with a hole or an end that is missing.
func wholeFile(asked, stored []upslope.Part) ([]upslope.Part, error) {
	if len(asked) == 0 {
		return nil, upslope.FieldErrorf("parts", "The file has no parts.")
	}
	byNumber := make(map[int]upslope.Part, len(stored))
	for _, part := range stored {
		byNumber[part.Number] = part
	}
	var bytes int64
	whole := make([]upslope.Part, len(asked))
	for i, part := range asked {
		if err := inOrder(asked, i); err != nil {
			return nil, err
		}
		found, ok := byNumber[part.Number]
		switch {
		case !ok:
			return nil, upslope.FieldErrorf("parts", "Part %d was not received. Send it again.", part.Number)
		case found.ETag != part.ETag:
			return nil, upslope.FieldErrorf("parts", "Part %d is not the one that was sent last. Send it again.", part.Number)
		case found.Bytes < partLeast && i < len(asked)-1:
			return nil, upslope.FieldErrorf("parts", "Part %d is too small: every part but the last has at least 5 MB.", part.Number)
		}
		delete(byNumber, part.Number)
		whole[i], bytes = found, bytes+found.Bytes
	}
	for number := range byNumber {
		return nil, upslope.FieldErrorf("parts", "Part %d was received, but is not in the list.", number)
	}
	if bytes > largeFileLimit {
		return nil, errLargeFileTooLarge
	}
	return whole, nil
}

func inOrder(asked []upslope.Part, i int) error {
	switch number := asked[i].Number; {
	case number == i+1:
		return nil
	case i > 0 && number <= asked[i-1].Number:
		return upslope.FieldErrorf("parts", "The parts are not in order: part %d comes after part %d.", number, asked[i-1].Number)
	default:
		return upslope.FieldErrorf("parts", "Part %d is missing in the list.", i+1)
	}
}

// digestOf stands for the bytes of a file that is not read here: the same bytes in the same parts have the same.
func digestOf(parts []upslope.Part) string {
	hash := sha256.New()
	for _, part := range parts {
		_, _ = fmt.Fprintln(hash, part.Number, part.ETag) // it never fails
	}
	return hex.EncodeToString(hash.Sum(nil))
}
