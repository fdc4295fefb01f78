import type { Query } from '@/api/core/resource'
import { useSettled } from '@/lib/use-settled'
import { useUrlState } from '@/lib/use-url-state'

type IssueQuery = Query<'/api/technical/sf-issues'>
/** The part of the query that says which issues, without their order and number: what an export takes too. */
export type IssueView = Query<'/api/technical/sf-issues.csv'>

const defaults = { q: '', type: 'all', severity: 'all', status: 'open', seen: 'all', sort: 'severity' }

/** Rows read at a time: crawls of big sites have tens of thousands of issues. */
const pageSize = 100

/** What the URL says about the issues, as values for the controls and as the query for the server. */
export function useIssueFilters(siteId: string) {
  const [filters, setFilters] = useUrlState(defaults)
  const q = useSettled(filters.q.trim())
  const view = {
    siteId,
    // What is gone is shown whether or not it was marked as fixed before: it went either way.
    status: filters.seen === 'gone' ? 'all' : filters.status,
    ...(q !== '' && { q }),
    ...(filters.type !== 'all' && { type: filters.type }),
    ...(filters.severity !== 'all' && { severity: filters.severity }),
    ...(filters.seen !== 'all' && { seen: filters.seen }),
    // What the URL says may be none of the values of the contract: the server answers that in a sentence.
  } as IssueView
  return {
    filters,
    setFilters,
    view,
    query: { ...view, limit: pageSize, sort: filters.sort } as IssueQuery,
    narrowed: q !== '' || filters.type !== 'all' || filters.severity !== 'all' || filters.seen !== 'all',
    clear: () => setFilters({ q: '', type: 'all', severity: 'all', status: 'all', seen: 'all' }),
  }
}

/** What the controls show. */
export type IssueFilters = ReturnType<typeof useIssueFilters>['filters']
