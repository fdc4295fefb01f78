import type { IssueCount } from '@/api/technical'

/** What became of an issue since the crawl before, in the order of the choice, with the words on screen. */
export const comparisons = [
  { value: 'all', label: 'All' },
  { value: 'new', label: 'New' },
  { value: 'still_there', label: 'Still there' },
  { value: 'gone', label: 'Gone' },
] as const

/** One choice of the comparison. */
export type Comparison = (typeof comparisons)[number]['value']

/** How many pages have a type of issue, of those that the comparison shows. */
export function countOf(count: IssueCount, comparison: string) {
  if (comparison === 'new') return count.new ?? 0
  if (comparison === 'still_there') return count.stillThere ?? 0
  if (comparison === 'gone') return count.gone ?? 0
  return count.pages
}

/** Whether a crawl before looked for any of the types; without one there is nothing to compare. */
export const isCompared = (counts: IssueCount[]) =>
  counts.some((count) => count.new !== null || count.gone !== null)

/** The choices with their number over all types. */
export const comparisonOptions = (counts: IssueCount[]) =>
  comparisons.map(({ value, label }) => ({
    value,
    label,
    count: counts.reduce((sum, count) => sum + countOf(count, value), 0),
  }))
