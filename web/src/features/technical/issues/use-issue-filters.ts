import type { Query } from '@/api/core/resource'
import { useDebounced } from '@/lib/interaction/use-debounced'
import { useUrlState } from '@/lib/use-url-state'

type IssueQuery = Query<'/api/technical/sf-issues'>
/** The filters of the query without sort and limit, as an export takes them. */
export type IssueView = Query<'/api/technical/sf-issues.csv'>

const defaults = {
  q: '',
  type: 'all',
  severity: 'all',
  status: 'open',
  seen: 'all',
  sort: 'severity',
  // The crawls compared; empty: the newest, and for each type the last one before that looked for it.
  of: '',
  against: '',
}

/** Rows per request: crawls of big sites have tens of thousands of issues. */
const pageSize = 100

/** The filters in the URL, as values for the controls and as the query for the server. */
export function useIssueFilters(siteId: string) {
  const [filters, setFilters] = useUrlState(defaults)
  const q = useDebounced(filters.q.trim())
  const crawls = {
    siteId,
    ...(filters.against !== '' && {
      against: filters.against,
      ...(filters.of !== '' && { crawl: filters.of }),
    }),
  }
  const view = {
    ...crawls,
    // Gone issues are shown whether or not they were marked as fixed.
    status: filters.seen === 'gone' ? 'all' : filters.status,
    ...(q !== '' && { q }),
    ...(filters.type !== 'all' && { type: filters.type }),
    ...(filters.severity !== 'all' && { severity: filters.severity }),
    ...(filters.seen !== 'all' && { seen: filters.seen }),
    // The URL may hold invalid values: the server answers those with an error.
  } as IssueView
  const narrowed = q !== '' || filters.type !== 'all' || filters.severity !== 'all' || filters.seen !== 'all'
  const open = { q: '', type: 'all', severity: 'all', status: 'open', seen: 'all' }
  return {
    filters,
    setFilters,
    view,
    /** The crawls of the view, as the counts take them. */
    crawls,
    query: { ...view, limit: pageSize, sort: filters.sort } as IssueQuery,
    /** Shows issues that are marked as fixed, too. */
    showAll: () => setFilters({ status: 'all' }),
    /** Goes back to all open issues; undefined where they are shown. */
    reset: narrowed || filters.status !== open.status ? () => setFilters(open) : undefined,
  }
}

/** The values of the controls. */
export type IssueFilters = ReturnType<typeof useIssueFilters>['filters']
