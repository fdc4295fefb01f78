import { addDays, isDay, monthsBefore, yearInDays } from '@/lib/calendar'

/** The ranges to choose from: URL value, label, and first day computed from the last. */
export const ranges = [
  { value: '7d', label: 'Last 7 days', begin: (to: string) => addDays(to, -6) },
  { value: '28d', label: 'Last 28 days', begin: (to: string) => addDays(to, -27) },
  { value: '90d', label: 'Last 90 days', begin: (to: string) => addDays(to, -89) },
  { value: '6m', label: 'Last 6 months', begin: (to: string) => addDays(monthsBefore(to, 6), 1) },
  { value: '12m', label: 'Last 12 months', begin: (to: string) => addDays(monthsBefore(to, 12), 1) },
  { value: '16m', label: 'Last 16 months', begin: (to: string) => addDays(monthsBefore(to, 16), 1) },
] as const

/** The range with days of its own. */
export const customRange = 'custom'

/** Ranges that overlap with themselves a year (52 weeks) before, so that a comparison makes no sense. */
const tooLongForYear = new Set(['12m', '16m'])
/** The state of the URL. */
export const periodDefaults = { range: '', from: '', to: '', compare: 'previous', compareFrom: '' }

/** What a table compares with, if at all. */
export type Compares = 'optional' | 'always' | undefined

/** The chosen range: custom days count only if they are a period. */
export function rangeOf({ range, from, to }: typeof periodDefaults, usual: string) {
  if (range === customRange && isDay(from) && isDay(to) && from <= to) return customRange
  return ranges.some((item) => item.value === range) ? range : usual
}

/** Whether the same days a year before are others. */
export const canCompareYears = (range: string, { from, to }: typeof periodDefaults) =>
  range === customRange ? to < addDays(from, yearInDays) : !tooLongForYear.has(range)

/** A comparison that the server knows. */
export type Comparison = 'previous' | 'year' | 'custom' | 'none'

/** The comparison that the server is asked for. */
export function comparisonOf(compares: Compares, url: typeof periodDefaults, range: string): Comparison {
  if (url.compare === 'custom' && isDay(url.compareFrom)) return 'custom'
  if (url.compare === 'year' && canCompareYears(range, url)) return 'year'
  return url.compare === 'none' && compares === 'optional' ? 'none' : 'previous'
}
