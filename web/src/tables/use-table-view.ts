import { useTable, type TablePath, type TableQuery } from '@/api/tables'
import { addDays, monthsBefore } from '@/lib/calendar'
import { useDebounced } from '@/lib/use-debounced'
import { useUrlState } from '@/lib/use-url-state'
import type { TableDefinition } from './definition'

/** The ranges to choose from: URL value, label, and first day computed from the last. */
export const ranges = [
  { value: '7d', label: 'Last 7 days', begin: (to: string) => addDays(to, -6) },
  { value: '28d', label: 'Last 28 days', begin: (to: string) => addDays(to, -27) },
  { value: '90d', label: 'Last 90 days', begin: (to: string) => addDays(to, -89) },
  { value: '6m', label: 'Last 6 months', begin: (to: string) => addDays(monthsBefore(to, 6), 1) },
  { value: '12m', label: 'Last 12 months', begin: (to: string) => addDays(monthsBefore(to, 12), 1) },
  { value: '16m', label: 'Last 16 months', begin: (to: string) => addDays(monthsBefore(to, 16), 1) },
] as const

/** Ranges that overlap with themselves a year (52 weeks) before, so that a comparison makes no sense. */
const tooLongForYear = new Set(['12m', '16m'])

const defaults = { range: '', compare: 'previous', brand: 'all', rows: 'actionable', q: '', sort: '' }

/** Reset with a change of the table, which has other columns and subjects. */
export const tableDefaults = { q: '', sort: '' }

/** Rows per request. */
const pageSize = 100

/** The query of a table in the URL, as values for the controls and as the query for the server. */
export function useTableView<P extends TablePath>(table: TableDefinition<P>, siteId: string) {
  const [url, set] = useUrlState(defaults)
  const usual = `${table.days ?? 28}d`
  const range = ranges.some((item) => item.value === url.range) ? url.range : usual
  const canCompareYears = !tooLongForYear.has(range)
  const q = useDebounced(url.q.trim())
  const chosen = table.days !== undefined && range !== usual
  // Ranges end on the last final day, which any response of the table contains.
  const newest = useTable(table.path, chosen ? { siteId, limit: 1 } : null)
  const to = newest.scope?.window?.to
  const filters = {
    range,
    compare: comparison(table.compare, url.compare, canCompareYears),
    brand: url.brand,
    rows: url.rows,
    q: url.q,
    sort: url.sort || table.sort,
  }
  const view: TableQuery = {
    siteId,
    ...(chosen && to && { from: ranges.find((item) => item.value === range)!.begin(to), to }),
    ...(table.compare && { compare: filters.compare }),
    ...(table.brand && filters.brand !== 'all' && { brand: filters.brand }),
    ...(table.actionable && filters.rows === 'all' && { all: 'true' }),
    ...(q !== '' && { q }),
    sort: filters.sort,
  }
  return {
    filters,
    set: (changes: Partial<typeof filters>) =>
      set({
        ...changes,
        ...(changes.range !== undefined && { range: changes.range === usual ? '' : changes.range }),
        ...(changes.sort !== undefined && { sort: changes.sort === table.sort ? '' : changes.sort }),
      }),
    canCompareYears,
    /** The filters, as an export takes them. */
    view,
    /** The query of the first page; null until the days are known. */
    query: chosen && newest.loading ? null : { ...view, limit: pageSize },
    narrowed: q !== '' || Boolean(table.brand && filters.brand !== 'all'),
    clear: () => set({ q: '', brand: 'all' }),
    /** The controls as they are in the address, for a saved view. */
    address: addressOf(url),
    /** Shows a saved view. */
    open: (query: string) => {
      const saved = new URLSearchParams(query)
      const names = Object.keys(defaults) as (keyof typeof defaults)[]
      set(Object.fromEntries(names.map((name) => [name, saved.get(name) ?? defaults[name]])))
    },
  }
}

/** What differs from the defaults, as a query. */
const addressOf = (url: typeof defaults) =>
  new URLSearchParams(
    Object.entries(url).filter(([name, value]) => value !== defaults[name as keyof typeof defaults]),
  ).toString()

/** The state of the controls and its setters. */
export type TableView = ReturnType<typeof useTableView>

function comparison(compare: 'optional' | 'always' | undefined, requested: string, canCompareYears: boolean) {
  if (requested === 'year' && canCompareYears) return 'year'
  return requested === 'none' && compare === 'optional' ? 'none' : 'previous'
}
