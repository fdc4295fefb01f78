package crawler

import (
	"math/bits"
	"unicode"
)

// shingles are the runs of three words of a page, whose hashes add up to its simhash (Charikar 2002).
type shingles struct {
	word  uint64    // of the letters so far; 0 between words
	last  [2]uint64 // the two words before
	count int
	bits  [64]int32
}

// FNV-1a.
const (
	hashOffset = 14695981039346656037
	hashPrime  = 1099511628211
)

func (s *shingles) add(letter rune) {
	if !unicode.IsLetter(letter) && !unicode.IsDigit(letter) {
		s.end()
		return
	}
	if s.word == 0 {
		s.word = hashOffset
	}
	s.word = (s.word ^ uint64(unicode.ToLower(letter))) * hashPrime //nolint:gosec // a rune is not negative
}

// end ends a word, if one is open.
func (s *shingles) end() {
	if s.word == 0 {
		return
	}
	hash := (s.last[0]*hashPrime^s.last[1])*hashPrime ^ s.word
	hash ^= hash >> 33 // FNV's high bits say little of short words
	hash *= 0xff51afd7ed558ccd
	hash ^= hash >> 33
	for bit := range s.bits {
		s.bits[bit] += int32(hash>>bit&1)*2 - 1 //nolint:gosec // 0 or 1
	}
	s.last[0], s.last[1], s.word = s.last[1], s.word, 0
	s.count++
}

// minShingles is below what says anything of a page.
const minShingles = 30

// simhash is 0 of pages with few words.
func (s *shingles) simhash() (hash uint64) {
	s.end()
	if s.count < minShingles {
		return 0
	}
	for bit, sum := range s.bits {
		if sum > 0 {
			hash |= 1 << bit
		}
	}
	return hash
}

// Pages are near duplicates when their hashes differ in at most maxDistance bits: of two such, one of four
// sixteenths is the same, so that only pages which share one are compared.
const (
	maxDistance = 3
	maxCompared = 200 // pages of one sixteenth
)

// twins are the near duplicates of a page.
type twins struct {
	count   int
	nearest string
}

// nearDuplicates finds the near duplicates among pages by their simhash.
func nearDuplicates(addresses []string, hashes []uint64) map[string]twins {
	found := map[string]twins{}
	least := map[string]int{}
	buckets := [4]map[uint16][]int{{}, {}, {}, {}}
	for i, hash := range hashes {
		seen := map[int]bool{}
		for band := range buckets {
			key := uint16(hash >> (16 * band)) //nolint:gosec // the sixteen bits that are wanted
			for _, other := range buckets[band][key] {
				distance := bits.OnesCount64(hash ^ hashes[other])
				if seen[other] || distance > maxDistance {
					continue
				}
				seen[other] = true
				for _, pair := range [2][2]string{{addresses[i], addresses[other]}, {addresses[other], addresses[i]}} {
					twin := found[pair[0]]
					if twin.count++; twin.count == 1 || distance < least[pair[0]] {
						twin.nearest, least[pair[0]] = pair[1], distance
					}
					found[pair[0]] = twin
				}
			}
			if len(buckets[band][key]) < maxCompared {
				buckets[band][key] = append(buckets[band][key], i)
			}
		}
	}
	return found
}
