import { useInsights, type Insight, type InsightStatus } from '@/api/insights'
import { useSiteQuery } from '@/api/site-query'
import { useUrlState } from '@/lib/use-url-state'

const defaults = { q: '', type: 'all', status: 'open', o: '' }

/** The opportunities of the selected site under the filters of the URL, and which of them is open (`o`). */
export function useOpportunities() {
  const [filters, setFilters] = useUrlState(defaults)
  const site = useSiteQuery()
  const status = filters.status === 'all' ? {} : { status: filters.status as InsightStatus }
  const list = useInsights(site && { ...site, ...status })
  return {
    filters,
    setFilters,
    /** How many there are beyond those that one answer of the server holds; the best come first. */
    beyond: Math.max(0, (list.total ?? 0) - (list.insights?.length ?? 0)),
    matches: list.insights?.filter((insight) => matching(insight, filters)),
    open: (id: string) => setFilters({ o: id }, { push: filters.o === '' }),
    close: () => setFilters({ o: '' }),
    clear: () => setFilters({ q: '', type: 'all', status: 'all' }),
    loading: list.loading,
    error: list.error,
    reload: list.reload,
  }
}

/** Type exactly; the search anywhere in the title or the summary, in any case. */
function matching(insight: Insight, { q, type }: { q: string; type: string }) {
  const sought = q.trim().toLowerCase()
  return (
    (type === 'all' || insight.type === type) &&
    (insight.title.toLowerCase().includes(sought) || insight.summary.toLowerCase().includes(sought))
  )
}
