import type { PortfolioSite } from '@/api/portfolio'

/** A site of the account with its figures. */
export type PortfolioRow = PortfolioSite & { name: string; domain: string }

type Value = PortfolioSite['values'][number]

/**
 * Sites by one column, downwards with a minus in front. Amounts of different units cannot be compared: money comes before clicks and
 * each currency for itself, whichever way it runs, and what is unknown at the end. What is equal stays as the server has it.
 */
export function inOrder(rows: readonly PortfolioRow[], sort: string) {
  const turn = sort.startsWith('-') ? -1 : 1
  const compare = comparisons[sort.replace('-', '')]
  return compare ? rows.toSorted((a, b) => compare(a, b, turn)) : [...rows]
}

const comparisons: Record<string, (a: PortfolioRow, b: PortfolioRow, turn: 1 | -1) => number> = {
  name: (a, b, turn) => turn * a.name.localeCompare(b.name),
  insights: (a, b, turn) => turn * (a.insights - b.insights),
  fixed: (a, b, turn) => turn * (a.fixed - b.fixed),
  scoredAt: (a, b, turn) => turn * (a.scoredAt ?? '').localeCompare(b.scoredAt ?? ''),
  worth: (a, b, turn) => byAmount(a.values[0], b.values[0], turn),
  expected: (a, b, turn) => byAmount(a.expected[0], b.expected[0], turn),
}

function byAmount(a: Value | undefined, b: Value | undefined, turn: 1 | -1) {
  if (!a || !b) return Number(!a) - Number(!b)
  const group = (value: Value) => `${value.unit === 'currency' ? 'a' : 'b'}${value.currency ?? ''}`
  return group(a).localeCompare(group(b)) || turn * (a.mid - b.mid)
}
