import { useMemo, useState } from 'react'
import { useInsightPages, useInsights, type Insight } from '@/api/insights'
import { useMay } from '@/api/core/role'
import { useSiteQuery } from '@/api/selected-site'
import { useSites } from '@/api/sites'
import { tasksOf } from '@/lib/tasks'
import { useUrlState } from '@/lib/use-url-state'

/** The statuses of what is still to do, as the server lists them. */
export const pendingStatuses = 'open,in_progress'

const defaults = {
  q: '',
  type: 'all',
  status: pendingStatuses,
  assignee: '',
  snoozed: '',
  small: '',
  sort: '',
  scope: 'site',
  client: '',
  tag: '',
  o: '',
  plan: '',
}

/** The filters in the URL. */
export type Filters = Record<keyof typeof defaults, string>

/** Pending statuses: the ones that can be snoozed. */
const isPendingStatus = (status: string) => ['open', 'in_progress', pendingStatuses].includes(status)

/** The scope of the list: the selected site, or all sites on one scale; null waits. */
export function useScope(scope: string) {
  const site = useSiteQuery()
  const { sites } = useSites()
  const { isClient } = useMay()
  const hasSeveralSites = (sites?.length ?? 0) > 1 && !isClient
  const allSites = hasSeveralSites && scope !== 'site'
  return {
    /** The user sees more than one site, and all of them at once. */
    hasSeveralSites,
    allSites,
    /** The portfolio replaces the list. */
    comparing: allSites && scope === 'compare',
    /** What is assigned to the user, on all sites. */
    mine: allSites && scope === 'mine',
    site: allSites ? {} : site,
  }
}

/** The opportunities that match the filters of the URL, and the open one (`o`). */
export function useOpportunities() {
  const [filters, setFilters] = useUrlState(defaults)
  const scope = useScope(filters.scope)
  const { status, type } = filters
  const assignee = scope.mine ? 'me' : filters.assignee
  const sort = filters.sort || (scope.mine ? 'dueOn' : '')
  const q = filters.q.trim()
  /** Which of all sites the list and the portfolio cover. */
  const covered = {
    ...(scope.allSites && filters.client !== '' && { clientId: filters.client }),
    ...(scope.allSites && filters.tag !== '' && { tag: filters.tag }),
  }
  const siteQuery = scope.site && {
    ...scope.site,
    ...covered,
    ...(status !== 'all' && { status }),
    ...(scope.allSites && { rank: 'portfolio' as const }),
  }
  const isSnoozable = isPendingStatus(status)
  const snoozedInsights = useInsights(
    siteQuery && isSnoozable && !scope.comparing ? { ...siteQuery, snoozed: true, limit: 1 } : null,
  )
  const snoozedCount = snoozedInsights.total ?? snoozedInsights.insights?.length
  // After waking the last one, the list must not stay empty.
  const snoozed = isSnoozable && filters.snoozed !== '' && snoozedCount !== 0
  const query =
    siteQuery && !scope.comparing
      ? {
          ...siteQuery,
          ...(isSnoozable && { snoozed }),
          ...(assignee !== '' && { assignee }),
          ...(type !== 'all' && { type }),
          ...(q !== '' && { q }),
          ...(sort !== '' && { sort }),
          ...(filters.small !== '' && { small: true }),
        }
      : null
  const list = useInsightPages(query)
  const { insights } = list
  const tasks = useMemo(() => insights && tasksInOrder(insights, sort), [insights, sort])
  return {
    ...scope,
    covered,
    /** The list's query for the server; null waits. */
    query,
    filters,
    setFilters,
    people: useAssignees(list.insights, filters.assignee),
    /** The number of snoozed ones: they are hidden by default. */
    snoozed: snoozedCount ?? 0,
    /** The number of small ones that the server leaves out. */
    small: Number(list.headers?.get('X-Small-Count') ?? 0),
    /** Every match on the server. */
    total: list.total ?? insights?.length ?? 0,
    more: list.more,
    tasks,
    /** All of them in the order on screen. */
    matches: useMemo(() => tasks?.flatMap(({ lead, followers }) => [lead].concat(followers)), [tasks]),
    open: (id: string) => setFilters({ o: id }, { push: filters.o === '' }),
    close: () => setFilters({ o: '' }),
    clear: () =>
      setFilters({
        q: '',
        type: 'all',
        status: 'all',
        assignee: '',
        snoozed: '',
        small: '',
        sort: '',
        client: '',
        tag: '',
      }),
    loading: list.loading,
    error: list.error,
    reload: list.reload,
  }
}

/** The list on screen. */
export type Opportunities = ReturnType<typeof useOpportunities>

/** What a saved view remembers of the address: not what is open. */
const remembered = [
  'q',
  'type',
  'status',
  'assignee',
  'snoozed',
  'small',
  'sort',
  'scope',
  'client',
  'tag',
] as const

/** The filters that differ from the defaults, as a query. */
export const queryOf = (filters: Filters) =>
  new URLSearchParams(
    remembered.filter((name) => filters[name] !== defaults[name]).map((name) => [name, filters[name]]),
  ).toString()

/** The filters of a saved view. */
export function filtersOf(query: string) {
  const saved = new URLSearchParams(query)
  const values = remembered.map((name) => [name, saved.get(name) ?? defaults[name]])
  return Object.fromEntries(values) as Pick<Filters, (typeof remembered)[number]>
}

/** Every assignee in the lists that this screen has shown. */
function useAssignees(insights: Insight[] | undefined, chosen: string) {
  const [seen, setSeen] = useState<string[]>([])
  const named = [chosen === 'me' ? '' : chosen, ...(insights ?? []).map((insight) => insight.assignee)]
  const added = [...new Set(named)].filter((name) => name !== '' && !seen.includes(name))
  if (added.length > 0) setSeen([...seen, ...added].toSorted((a, b) => a.localeCompare(b)))
  return seen
}

/** By rank, one cause's opportunities stand under the strongest; by a column, each stands alone. */
const tasksInOrder = (list: Insight[], sort: string) =>
  sort === '' ? tasksOf(list, (insight) => insight) : list.map((lead) => ({ lead, followers: [] }))
