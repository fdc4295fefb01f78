import { useState } from 'react'
import { useInsights, type Insight, type InsightStatus } from '@/api/insights'
import { useSiteQuery } from '@/api/site-query'
import { useSites } from '@/api/sites'
import { tasksOf } from '@/lib/tasks'
import { useUrlState } from '@/lib/use-url-state'

const defaults = {
  q: '',
  type: 'all',
  status: 'open',
  assignee: '',
  snoozed: '',
  scope: 'site',
  o: '',
  plan: '',
}

/** What the URL says about the screen. */
export type Filters = Record<keyof typeof defaults, string>

/** Statuses in which an opportunity waits, and may sleep meanwhile. */
const waits = (status: string) => status === 'open' || status === 'in_progress'

/** Which opportunities: those of the selected site, or those of every site on one scale; null waits. */
export function useScope(scope: string) {
  const site = useSiteQuery()
  const { sites } = useSites()
  const several = (sites?.length ?? 0) > 1
  const everywhere = several && scope !== 'site'
  return {
    /** There is more than one site to choose from. */
    several,
    everywhere,
    /** The sites side by side take the place of the list. */
    comparing: everywhere && scope === 'compare',
    site: everywhere ? {} : site,
  }
}

/** The opportunities under the filters of the URL, and which of them is open (`o`). */
export function useOpportunities() {
  const [filters, setFilters] = useUrlState(defaults)
  const scope = useScope(filters.scope)
  const { status, assignee } = filters
  const where = scope.site && {
    ...scope.site,
    ...(status !== 'all' && { status: status as InsightStatus }),
    ...(scope.everywhere && { rank: 'portfolio' as const }),
  }
  const sleeps = waits(status)
  const asleep = useInsights(where && sleeps && !scope.comparing ? { ...where, snoozed: true, limit: 1 } : null)
  const howMany = asleep.total ?? asleep.insights?.length
  // Who woke the last one is not left with an empty list.
  const snoozed = sleeps && filters.snoozed !== '' && howMany !== 0
  const list = useInsights(
    where && !scope.comparing
      ? { ...where, ...(sleeps && { snoozed }), ...(assignee !== '' && { assignee }) }
      : null,
  )
  const matches = list.insights?.filter((insight) => matching(insight, filters))
  const tasks = matches && tasksOf(matches, (insight) => insight)
  return {
    ...scope,
    filters,
    setFilters,
    people: usePeople(list.insights, assignee),
    /** How many sleep: they are hidden until asked for. */
    snoozed: howMany ?? 0,
    /** How many there are beyond those that one answer of the server holds; the best come first. */
    beyond: Math.max(0, (list.total ?? 0) - (list.insights?.length ?? 0)),
    tasks,
    /** All of them, as they stand on screen. */
    matches: tasks?.flatMap(({ lead, followers }) => [lead].concat(followers)),
    open: (id: string) => setFilters({ o: id }, { push: filters.o === '' }),
    close: () => setFilters({ o: '' }),
    clear: () => setFilters({ q: '', type: 'all', status: 'all', assignee: '', snoozed: '' }),
    loading: list.loading,
    error: list.error,
    reload: list.reload,
  }
}

/** Everybody whom something is assigned to, as far as lists of this screen showed. */
function usePeople(insights: Insight[] | undefined, chosen: string) {
  const [seen, setSeen] = useState<string[]>([])
  const named = [chosen, ...(insights ?? []).map((insight) => insight.assignee)]
  const added = [...new Set(named)].filter((name) => name !== '' && !seen.includes(name))
  if (added.length > 0) setSeen([...seen, ...added].toSorted((a, b) => a.localeCompare(b)))
  return seen
}

/** Type exactly; the search anywhere in the title or the summary, in any case. */
function matching(insight: Insight, { q, type }: { q: string; type: string }) {
  const sought = q.trim().toLowerCase()
  return (
    (type === 'all' || insight.type === type) &&
    (insight.title.toLowerCase().includes(sought) || insight.summary.toLowerCase().includes(sought))
  )
}
