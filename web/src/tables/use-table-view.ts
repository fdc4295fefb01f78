import { useTable, type TablePath, type TableQuery } from '@/api/tables'
import { useDebounced } from '@/lib/interaction/use-debounced'
import { useUrlState } from '@/lib/use-url-state'
import type { TableDefinition } from './definition'
import { usePeriod } from './period/use-period'

const defaults = { brand: 'all', rows: 'actionable', q: '', sort: '' }

/** Reset with a change of the table, which has other columns and subjects. */
export const tableDefaults = { q: '', sort: '' }

/** Rows per request. */
const pageSize = 100

/** The query of a table in the URL, as values for the controls and as the query for the server. */
export function useTableView<P extends TablePath>(table: TableDefinition<P>, siteId: string) {
  const [url, set] = useUrlState(defaults)
  const period = usePeriod(`${table.days ?? 28}d`, table.compare)
  const q = useDebounced(url.q.trim())
  const countsBack = table.days !== undefined && period.countsBack
  // Ranges end on the last final day, which any response of the table contains.
  const newest = useTable(table.path, countsBack ? { siteId, limit: 1 } : null)
  const filters = { brand: url.brand, rows: url.rows, q: url.q, sort: sortOf(table, url.sort) }
  const view: TableQuery = {
    siteId,
    ...(table.days !== undefined && period.query(newest.scope?.window?.to)),
    ...(table.brand && filters.brand !== 'all' && { brand: filters.brand }),
    ...(table.actionable && filters.rows === 'all' && { all: 'true' }),
    ...(q !== '' && { q }),
    sort: filters.sort,
  }
  return {
    filters,
    period,
    set: (changes: Partial<typeof filters>) =>
      set({
        ...changes,
        ...(changes.sort !== undefined && { sort: changes.sort === table.sort ? '' : changes.sort }),
      }),
    /** The filters, as an export takes them. */
    view,
    /** The query of the first page; null until the days are known. */
    query: countsBack && newest.loading ? null : { ...view, limit: pageSize },
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

/** The order in the URL, if the table has it. */
const sortOf = <P extends TablePath>(table: TableDefinition<P>, sort: string) =>
  table.columns.some(({ name, sortable }) => name === sort.replace(/^-/, '') && sortable !== false)
    ? sort
    : table.sort
