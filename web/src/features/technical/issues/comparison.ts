import type { IssueCount } from '@/api/crawls/issues'

/** What became of an issue since the previous crawl, in the order of the filter. */
export const comparisons = [
  { value: 'all', label: 'All' },
  { value: 'new', label: 'New' },
  { value: 'still_there', label: 'Remaining' },
  { value: 'gone', label: 'Gone' },
] as const

/** A value of the comparison filter. */
export type Comparison = (typeof comparisons)[number]['value']

/** The number of pages with a type of issue under a comparison. */
export function countOf(count: IssueCount, comparison: string) {
  if (comparison === 'new') return count.new ?? 0
  if (comparison === 'still_there') return count.stillThere ?? 0
  if (comparison === 'gone') return count.gone ?? 0
  return count.pages
}

/** Whether any type was checked in the previous crawl too; otherwise there is nothing to compare. */
export const isCompared = (counts: IssueCount[]) =>
  counts.some((count) => count.new !== null || count.gone !== null)

/** The options of the filter with their totals over all types. */
export const comparisonOptions = (counts: IssueCount[]) =>
  comparisons.map(({ value, label }) => ({
    value,
    label,
    count: counts.reduce((sum, count) => sum + countOf(count, value), 0),
  }))
