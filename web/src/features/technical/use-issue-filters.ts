import type { Query } from '@/api/resource'
import { useSettled } from '@/lib/use-settled'
import { useUrlState } from '@/lib/use-url-state'

type IssueQuery = Query<'/api/technical/sf-issues'>

const defaults = { q: '', type: 'all', severity: 'all', status: 'open', sort: 'severity' }

/** Rows read at a time: crawls of big sites have tens of thousands of issues. */
const pageSize = 100

/** What the URL says about the issues, as values for the controls and as the query for the server. */
export function useIssueFilters(siteId: string) {
  const [filters, setFilters] = useUrlState(defaults)
  const q = useSettled(filters.q.trim())
  const query = {
    siteId,
    limit: pageSize,
    sort: filters.sort,
    status: filters.status,
    ...(q !== '' && { q }),
    ...(filters.type !== 'all' && { type: filters.type }),
    ...(filters.severity !== 'all' && { severity: filters.severity }),
    // What the URL says may be none of the values of the contract: the server answers that in a sentence.
  } as IssueQuery
  return {
    filters,
    setFilters,
    query,
    narrowed: q !== '' || filters.type !== 'all' || filters.severity !== 'all',
    clear: () => setFilters({ q: '', type: 'all', severity: 'all', status: 'all' }),
  }
}

/** What the controls show. */
export type IssueFilters = ReturnType<typeof useIssueFilters>['filters']
