import { expect, it } from 'vitest'
import { subjectFields, subjectOf, subjectText, type Subject } from './subject'

const subjects: Subject[] = [
  { kind: 'query', query: 'tents ~ 4 season' },
  { kind: 'page', page: 'https://northwindcoffee.com/~ana?a=1' },
  { kind: 'keyword', campaignId: '1', adGroupId: '2', criterionId: '3' },
  { kind: 'search-term', campaignId: '', adGroupId: '', term: 'free beans' },
]

it.each(subjects)('reads from a URL what it wrote: $kind', (subject) => {
  expect(subjectOf(subjectText(subject))).toEqual(subject)
})
it.each(['', 'query', 'query~', 'insight~1', 'ad-group~1'])(
  'is nothing that was not written so: %j',
  (text) => {
    expect(subjectOf(text)).toBeNull()
  },
)
it('asks the server without the IDs that are not known', () => {
  expect(subjectFields(subjects[3]!)).toEqual({ term: 'free beans' })
})
