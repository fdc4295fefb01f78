import { api, type Schemas } from './client'
import { waitForJob, type Progress } from './jobs'
import { onSiteJob } from './events'
import { refresh, useResource } from './resource'
import { insightAddresses, tableAddresses } from './addresses'

/** What the owner of a site says to the detectors, with what was worked out beside it. */
export type SiteRules = Schemas['SiteRules']
/** What of it to change; what is absent stays. */
export type SiteRulesEdit = Schemas['SiteRulesEdit']
/** How often fixes of a kind of insight worked on a site. */
export type HitRate = Schemas['HitRate']
/** How insights of a type are found, sized and ranked. */
export type InsightRule = Schemas['InsightRule']
/** A number of a rule. */
export type RuleConstant = Schemas['RuleConstant']

/** What is said to the detectors of a site; null waits. */
export function useSiteRules(siteId: string | null) {
  const { data: rules, ...rest } = useResource(
    '/api/sites/{id}/rules',
    siteId === null ? null : { path: { id: siteId } },
  )
  return { rules, ...rest }
}

/** The rule of a type of insight; null waits. */
export function useInsightRule(type: string | null) {
  const { data: rule, ...rest } = useResource(
    '/api/insights/types/{type}',
    type === null ? null : { path: { type } },
  )
  return { rule, ...rest }
}

/** Changes the rules of a site, which has it scored again. */
export async function editSiteRules(siteId: string, edit: SiteRulesEdit) {
  await api.PATCH('/api/sites/{id}/rules', { params: { path: { id: siteId } }, body: edit })
  await refresh(`/api/sites/${siteId}/rules`)
}

/** How long the scoring of a site may keep silent before nobody waits for it any more. */
const silence = 20_000

/**
 * Runs what has a site scored again, waits until it is, and answers how many of its insights are other ones than before: found, gone
 * or worth something else. Undefined where the server told of no scoring, or where there are too many to compare.
 */
export async function scoredAgain(siteId: string, write: () => Promise<void>, onProgress: Progress) {
  const before = await insightsOf(siteId)
  const scoring = listenForScoring(siteId)
  try {
    await write()
    onProgress(0, 'Waiting to look for opportunities.')
    const id = await scoring.first
    if (id === undefined) return undefined
    await waitForJob(`/api/jobs/${id}`, onProgress)
  } finally {
    scoring.stop()
  }
  await refresh(...insightAddresses, `/api/sites/${siteId}/rules`, ...tableAddresses, '/api/activity')
  const after = await insightsOf(siteId)
  if (!before || !after) return undefined
  const changed = [...after].filter(([id, what]) => before.get(id) !== what).length
  return changed + [...before.keys()].filter((id) => !after.has(id)).length
}

/** The id of the next job that scores the site, once the server tells of it; undefined when it does not. */
function listenForScoring(siteId: string) {
  let found: ((id: string | undefined) => void) | undefined
  const first = new Promise<string | undefined>((resolve) => (found = resolve))
  const late = setTimeout(() => found?.(undefined), silence)
  const asked = new Set<string>()
  const unlisten = onSiteJob(siteId, async ({ jobId }) => {
    if (!jobId || asked.has(jobId)) return
    asked.add(jobId)
    // Other jobs of the site may run as well, such as the import of a crawl.
    const job = await api.GET('/api/jobs/{id}', { params: { path: { id: jobId } } }).catch(() => undefined)
    if (job?.data?.kind === 'recompute') found?.(jobId)
  })
  return {
    first,
    stop: () => {
      unlisten()
      clearTimeout(late)
    },
  }
}

/** What is compared of each insight of a site, by its id; undefined where one answer does not hold all of them. */
async function insightsOf(siteId: string) {
  const { data, response } = await api.GET('/api/insights', { params: { query: { siteId } } })
  if (!data || Number(response.headers.get('X-Total-Count') ?? data.length) > data.length) return undefined
  return new Map(data.map(({ id, status, score, value }) => [id, `${status} ${score} ${value?.mid}`]))
}
