package uploads

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"

	"upslope"
)

// minPart is S3's minimum size of every part but the last.
const minPart = 5 << 20

// requestedParts parses the parts to assemble.
func requestedParts(body any) ([]upslope.Part, error) {
	text, err := json.Marshal(body)
	if err != nil {
		return nil, err
	}
	var requested struct {
		Parts []upslope.Part `json:"parts"`
	}
	if err := json.Unmarshal(text, &requested); err != nil {
		return nil, upslope.FieldErrorf("parts", "parts must be a list of PartNumber and ETag.")
	}
	for i := range requested.Parts {
		requested.Parts[i].ETag = strings.Trim(requested.Parts[i].ETag, `"`)
	}
	return requested.Parts, nil
}

// checkParts returns the stored parts if they exactly match the requested ones, in order from 1: a crawl must
// not be imported with a gap or truncated.
func checkParts(requested, stored []upslope.Part) ([]upslope.Part, error) {
	if len(requested) == 0 {
		return nil, upslope.FieldErrorf("parts", "The file has no parts.")
	}
	byNumber := make(map[int]upslope.Part, len(stored))
	for _, part := range stored {
		byNumber[part.Number] = part
	}
	var bytes int64
	parts := make([]upslope.Part, len(requested))
	for i, part := range requested {
		if err := checkOrder(requested, i); err != nil {
			return nil, err
		}
		found, ok := byNumber[part.Number]
		switch {
		case !ok:
			return nil, upslope.FieldErrorf("parts", "Part %d was not received. Send it again.", part.Number)
		case found.ETag != part.ETag:
			return nil, upslope.FieldErrorf("parts", "Part %d is not the one that was sent last. Send it again.", part.Number)
		case found.Bytes < minPart && i < len(requested)-1:
			return nil, upslope.FieldErrorf("parts", "Part %d is too small: every part but the last has at least 5 MB.", part.Number)
		}
		delete(byNumber, part.Number)
		parts[i], bytes = found, bytes+found.Bytes
	}
	for number := range byNumber {
		return nil, upslope.FieldErrorf("parts", "Part %d was received, but is not in the list.", number)
	}
	if bytes > maxLargeFile {
		return nil, errLargeFileTooLarge
	}
	return parts, nil
}

func checkOrder(requested []upslope.Part, i int) error {
	switch number := requested[i].Number; {
	case number == i+1:
		return nil
	case i > 0 && number <= requested[i-1].Number:
		return upslope.FieldErrorf("parts", "The parts are not in order: part %d comes after part %d.", number, requested[i-1].Number)
	default:
		return upslope.FieldErrorf("parts", "Part %d is missing in the list.", i+1)
	}
}

// digestOf identifies a file by its parts, as its bytes are not read here.
func digestOf(parts []upslope.Part) string {
	hash := sha256.New()
	for _, part := range parts {
		_, _ = fmt.Fprintln(hash, part.Number, part.ETag) // it never fails
	}
	return hex.EncodeToString(hash.Sum(nil))
}

// nonNil makes empty parts [] in JSON, not null.
func nonNil(parts []upslope.Part) []upslope.Part {
	if parts == nil {
		return []upslope.Part{}
	}
	return parts
}
