import type { PortfolioSite } from '@/api/portfolio'
import type { Site } from '@/api/sites'

/** A site of the account with its totals. */
export type PortfolioRow = PortfolioSite & Pick<Site, 'name' | 'domain' | 'clientId'>

type Value = PortfolioSite['expected'][number]

/**
 * Sorts by one column, descending with a leading minus. Units cannot be compared: money comes before clicks,
 * most sites' currency first, unknown amounts last. Ties keep the server's order.
 */
export function sortRows(rows: readonly PortfolioRow[], sort: string) {
  const direction = sort.startsWith('-') ? -1 : 1
  const field = sort.replace('-', '')
  if (field === 'expected') return sortByUnit(rows, direction)
  const compare = comparisons[field]
  return compare ? rows.toSorted((a, b) => compare(a, b, direction)) : [...rows]
}

/** Whether the amounts of these sites are in several currencies, or in money and clicks. */
export const isMixed = (rows: readonly PortfolioRow[]) =>
  new Set(rows.flatMap(({ expected }) => expected.slice(0, 1).map(unitOf))).size > 1

const comparisons: Record<string, (a: PortfolioRow, b: PortfolioRow, turn: 1 | -1) => number> = {
  name: (a, b, turn) => turn * a.name.localeCompare(b.name),
  traffic: (a, b, turn) => turn * ((a.traffic?.total ?? -1) - (b.traffic?.total ?? -1)),
  insights: (a, b, turn) => turn * (a.insights - b.insights),
  fixed: (a, b, turn) => turn * (a.fixed - b.fixed),
  scoredAt: (a, b, turn) => turn * (a.scoredAt ?? '').localeCompare(b.scoredAt ?? ''),
}

const unitOf = ({ unit, currency }: Value) => (unit === 'currency' ? (currency ?? '') : '')

const amount = (row: PortfolioRow) => row.expected[0]

function sortByUnit(rows: readonly PortfolioRow[], turn: 1 | -1) {
  const sites = new Map<string, number>()
  for (const value of rows.map(amount)) if (value) sites.set(unitOf(value), (sites.get(unitOf(value)) ?? 0) + 1)
  return rows.toSorted((item, other) => {
    const a = amount(item)
    const b = amount(other)
    if (!a || !b) return Number(!a) - Number(!b)
    const [unitA, unitB] = [unitOf(a), unitOf(b)]
    if (unitA === unitB) return turn * (a.mid - b.mid)
    if (unitA === '' || unitB === '') return unitA === '' ? 1 : -1
    return sites.get(unitB)! - sites.get(unitA)! || unitA.localeCompare(unitB)
  })
}
