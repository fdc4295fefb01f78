import { api, type Schemas } from '@/api/core/client'
import { insightAddresses, integrationAddresses, tableAddresses } from '@/api/core/addresses'
import { ApiError } from '@/api/core/error'
import { waitForJob, type Progress } from '@/api/core/jobs'
import { usePages } from '@/api/core/pages'
import {
  address,
  nextCursor,
  refresh,
  refreshWhere,
  matching,
  useResource,
  type Query,
} from '@/api/core/resource'

/** A ranked opportunity. */
export type Insight = Schemas['Insight']
/** The status of an insight. */
export type InsightStatus = Schemas['Status']
/** Something ready to paste or to upload elsewhere. */
export type Fix = Schemas['Fix']
/** The measured outcome of a fix. */
export type Outcome = Schemas['Outcome']
/** A type of insight with its texts, icon and color. */
export type InsightType = Schemas['InsightType']

/** Insights, by default open and in progress first, then by score. A null query waits. */
export function useInsights(query: Query<'/api/insights'> | null) {
  const { data: insights, ...rest } = useResource('/api/insights', query && { query })
  return { insights, ...rest }
}

/** How many of the first are enough for five tasks, each of which may group several. */
const maxTop = 30

/** The first insights of a site, which several parts of a screen share. A null query waits. */
export const useTopInsights = (query: { siteId?: string } | null) =>
  useInsights(query && { ...query, limit: maxTop })

/** Insights page by page, in the order of the query. A null query waits. */
export function useInsightPages(query: Query<'/api/insights'> | null) {
  const { data: insights, ...rest } = usePages('/api/insights', query && { query })
  return { insights, ...rest }
}

/** Reads every insight of a query. */
export async function readAllInsights(query: NonNullable<Query<'/api/insights'>>) {
  const found: Insight[] = []
  let cursor: string | null | undefined
  do {
    // Each page needs the cursor of the one before.
    // oxlint-disable-next-line no-await-in-loop
    const { data = [], response } = await api.GET('/api/insights', {
      params: { query: { ...query, ...(cursor && { cursor }) } },
    })
    found.push(...data)
    cursor = nextCursor(response.headers.get('Link'))
  } while (cursor)
  return found
}

/** One insight; null waits. */
export function useInsight(id: string | null) {
  const { data: insight, ...rest } = useResource('/api/insights/{id}', id === null ? null : { path: { id } })
  return { insight, ...rest }
}

export function useInsightTypes() {
  const { data: types, ...rest } = useResource('/api/insights/types', {})
  return { types, ...rest }
}

/** The rows behind an insight and the query that found them; null waits. */
export function useEvidence(id: string | null) {
  const { data: evidence, ...rest } = useResource(
    '/api/insights/{id}/evidence',
    id === null ? null : { path: { id } },
  )
  return { evidence, ...rest }
}

/** The daily metrics of an insight's subject, with the changes of that time; null waits. */
export function useInsightDays(id: string | null) {
  const { data: days, ...rest } = useResource('/api/insights/{id}/daily', id === null ? null : { path: { id } })
  return { days, ...rest }
}

/** The fixes of an insight that are ready to use; null waits. */
export function useFixes(id: string | null) {
  const { data: fixes, ...rest } = useResource(
    '/api/insights/{id}/fixes',
    id === null ? null : { path: { id } },
  )
  return { fixes, ...rest }
}

/** The total monthly value of all pending insights, of one site or of all; a null query waits. */
export function useInsightTotal(query: Query<'/api/insights/total'> | null) {
  const { data, ...rest } = useResource('/api/insights/total', query && { query })
  return { ...rest, sum: data }
}

/** Reads the lists of insights again. */
export const refreshInsights = () => refresh('/api/insights')

/** Reads several insights as they are now. */
export const readInsights = (ids: readonly string[]) =>
  Promise.all(ids.map(async (id) => (await api.GET('/api/insights/{id}', { params: { path: { id } } })).data!))

/** Who sees to a step, and by when. */
export type StepPlan = Schemas['StepPlan']

/** What can be changed of insights; absent fields stay. */
export type InsightChanges = {
  status?: InsightStatus
  snoozedUntil?: string | null
  assignee?: string
  reason?: string
}

/** The highest number of insights that one call changes. */
const maxEdited = 1000

/**
 * Changes insights; what the server refuses stays as it is. Throws the first reason if that is all.
 * @returns How many were changed, and the reasons of the others.
 */
export async function editInsights(ids: readonly string[], changes: InsightChanges) {
  const parts = Array.from({ length: Math.ceil(ids.length / maxEdited) }, (_, part) =>
    ids.slice(part * maxEdited, (part + 1) * maxEdited),
  )
  const results = await Promise.allSettled(
    parts.map((part) => api.PATCH('/api/insights', { body: { ids: part, ...changes } })),
  )
  await refreshChanged(...ids)
  const broken = results.find((result) => result.status === 'rejected')
  if (broken) throw broken.reason
  const reasons = results.flatMap((result) =>
    result.status === 'fulfilled' ? result.value.data!.failed.map(({ detail }) => detail) : [],
  )
  if (reasons[0] !== undefined && reasons.length === ids.length) throw new ApiError(409, reasons[0])
  return { changed: ids.length - reasons.length, reasons }
}

/** Sets the status of insights, with an optional reason. If one fails, the others are still changed. */
export async function setInsightStatus(ids: readonly string[], status: InsightStatus, reason?: string) {
  const { reasons } = await editInsights(ids, { status, ...(reason && { reason }) })
  if (reasons[0] !== undefined) throw new ApiError(409, reasons[0])
}

/** The keys that the engine answers for one insight: evidence and fixes stay when its status changes. */
const isEngineKey = (key: string) => /^\/api\/insights\/[^/]+\/(evidence|fixes|daily)$/.test(key)

/** Waits for the insights themselves, but not for their daily metrics, which only mark the change. */
async function refreshChanged(...ids: readonly string[]) {
  await refreshWhere(matching(...insightAddresses, '/api/activity'), isEngineKey)
  void refresh(...ids.map((id) => address('/api/insights/{id}/daily', { path: { id } })))
}

/** Edits an insight's snooze date, assignee, due date or reason; absent fields stay. */
export async function editInsight(
  id: string,
  changes: Omit<InsightChanges, 'status'> & {
    dueOn?: string | null
    hours?: number | null
    doneSteps?: string[]
    stepPlans?: StepPlan[]
  },
) {
  await api.PATCH('/api/insights/{id}', { params: { path: { id } }, body: changes })
  await refreshChanged(id)
}

/** Restores the status of closed insights; what was not open before is reopened first. */
export async function reopenInsights(before: readonly Pick<Insight, 'id' | 'status'>[]) {
  if (before.length === 0) return
  await setInsightStatus(
    before.map(({ id }) => id),
    'open',
  )
  const wasInProgress = before.filter(({ status }) => status === 'in_progress').map(({ id }) => id)
  if (wasInProgress.length > 0) await setInsightStatus(wasInProgress, 'in_progress')
}

/** Syncs and scores one site, or every site of the account, and waits until that is done. */
export async function recomputeInsights(siteId?: string, onProgress?: Progress) {
  const { response } = await api.POST('/api/insights/recompute', {
    params: { query: siteId === undefined ? {} : { siteId } },
  })
  await waitForJob(response, onProgress)
  await refresh(...insightAddresses, '/api/kpis', ...tableAddresses, ...integrationAddresses, '/api/activity')
}

/** Loads the demo shop into a site of the account, waits for it and returns the site's id. */
export async function loadDemo(onProgress?: Progress): Promise<string | undefined> {
  const { data, response } = await api.POST('/api/insights/load-demo')
  const result = (await waitForJob(response, onProgress)) ?? data
  await refresh('/api/')
  return result && 'siteId' in result ? String(result.siteId) : undefined
}
