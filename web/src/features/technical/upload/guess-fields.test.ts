import { describe, expect, it } from 'vitest'
import type { CrawlField } from '@/api/technical'
import { guessFields } from './guess-fields'

const field = (name: string, label: string, kind: CrawlField['kind'] = 'pages') => ({ name, label, kind })
const fields = [
  field('address', 'Address'),
  field('status_code', 'Status Code'),
  field('title', 'Title'),
  field('title_length', 'Title Length'),
  field('canonical', 'Canonical'),
  field('source', 'Source', 'links'),
]

describe('the likely field of a header', () => {
  it.each([
    ['Title 1', 'title'],
    ['page_title', 'title'],
    ['SEO-Title', 'title'],
    ['Title length (chars)', 'title_length'],
    ['Seite', 'address'],
    ['Titel der Seite', 'title'],
    ['HTTP Status', 'status_code'],
    ['Canonical URL', 'canonical'],
    ['Source URL', 'source'],
  ])('of %s is %s', (header, name) => {
    expect(guessFields([header], fields)).toEqual({ [header]: name })
  })
  it('is none where no word fits', () => {
    expect(guessFields(['Owner', 'Subtitle', ''], fields)).toEqual({})
  })
  it('goes to the header that it explains best, and to no other', () => {
    expect(guessFields(['URL', 'Page URL'], fields)).toEqual({ 'Page URL': 'address' })
  })
})
