import { api, type Schemas } from '@/api/core/client'
import { insightAddresses, integrationAddresses, tableAddresses } from '@/api/core/addresses'
import { waitForJob, type Progress } from '@/api/core/jobs'
import { address, refresh, refreshWhere, under, useResource, type Query } from '@/api/core/resource'

/** A ranked opportunity. */
export type Insight = Schemas['Insight']
/** Where an insight stands. */
export type InsightStatus = Schemas['Status']
/** Something that is ready to paste or to upload elsewhere. */
export type Fix = Schemas['Fix']
/** What came of a fix. */
export type Outcome = Schemas['Outcome']
/** A kind of insight, with its words and its look. */
export type InsightType = Schemas['InsightType']

/** Insights: open and in-progress ones first, then by score. Null waits. */
export function useInsights(query: Query<'/api/insights'> | null) {
  const { data: insights, ...rest } = useResource('/api/insights', query && { query })
  return { insights, ...rest }
}

/** One insight; null waits. */
export function useInsight(id: string | null) {
  const { data: insight, ...rest } = useResource('/api/insights/{id}', id === null ? null : { path: { id } })
  return { insight, ...rest }
}

/** The kinds of insight there are. */
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

/** How what an insight is about did, day by day, and what was changed meanwhile; null waits. */
export function useInsightDays(id: string | null) {
  const { data: days, ...rest } = useResource('/api/insights/{id}/daily', id === null ? null : { path: { id } })
  return { days, ...rest }
}

/** What of an insight is ready to paste or to upload elsewhere; null waits. */
export function useFixes(id: string | null) {
  const { data: fixes, ...rest } = useResource(
    '/api/insights/{id}/fixes',
    id === null ? null : { path: { id } },
  )
  return { fixes, ...rest }
}

/** What all insights that wait are worth a month together, of a site or of all; null waits. */
export function useInsightTotal(query: Query<'/api/insights/total'> | null) {
  const { data, ...rest } = useResource('/api/insights/total', query && { query })
  return { ...rest, sum: data }
}

/** Several insights as they are now. */
export const readInsights = (ids: readonly string[]) =>
  Promise.all(ids.map(async (id) => (await api.GET('/api/insights/{id}', { params: { path: { id } } })).data!))

/** Moves insights to another status, with a reason where there is one. When one fails, the others have moved all the same. */
export async function setInsightStatus(ids: readonly string[], status: InsightStatus, reason?: string) {
  const body = { status, ...(reason && { reason }) }
  const moves = ids.map((id) => api.PATCH('/api/insights/{id}/status', { params: { path: { id } }, body }))
  const failed = (await Promise.allSettled(moves)).find((move) => move.status === 'rejected')
  await refreshMoved(...ids)
  if (failed) throw failed.reason
}

/** What the engine is asked for, of one insight; its rows and what is ready to use stay when it moves. */
const isOfTheEngine = (key: string) => /^\/api\/insights\/[^/]+\/(evidence|fixes|daily)$/.test(key)

/** Whoever moved them waits for what the database says, and not for their days, which mark the move. */
async function refreshMoved(...ids: readonly string[]) {
  await refreshWhere(under(...insightAddresses, '/api/activity'), isOfTheEngine)
  void refresh(...ids.map((id) => address('/api/insights/{id}/daily', { path: { id } })))
}

/** Snoozes an insight or wakes it, gives it to somebody, says why; what is not named stays. */
export async function editInsight(
  id: string,
  changes: { snoozedUntil?: string | null; assignee?: string; reason?: string },
) {
  await api.PATCH('/api/insights/{id}', { params: { path: { id } }, body: changes })
  await refreshMoved(id)
}

/** Takes closed insights back to where they stood: whatever was closed is open first. */
export async function reopenInsights(before: readonly Pick<Insight, 'id' | 'status'>[]) {
  await setInsightStatus(
    before.map(({ id }) => id),
    'open',
  )
  const begun = before.filter(({ status }) => status === 'in_progress').map(({ id }) => id)
  if (begun.length > 0) await setInsightStatus(begun, 'in_progress')
}

/** Reads what is due of a site's providers and scores it again, or every site of the account, and waits until that is done. */
export async function recomputeInsights(siteId?: string, onProgress?: Progress) {
  const { response } = await api.POST('/api/insights/recompute', {
    params: { query: siteId === undefined ? {} : { siteId } },
  })
  await waitForJob(response, onProgress)
  await refresh(...insightAddresses, '/api/kpis', ...tableAddresses, ...integrationAddresses, '/api/activity')
}

/** Fills a site of the account with the data of a demo shop and waits until it is there; answers which site. */
export async function loadDemo(onProgress?: Progress): Promise<string | undefined> {
  const { data, response } = await api.POST('/api/insights/load-demo')
  const result = (await waitForJob(response, onProgress)) ?? data
  await refresh('/api/')
  return result && 'siteId' in result ? String(result.siteId) : undefined
}
