import { api, type Schemas } from '@/api/core/client'
import { waitForJob, type Job, type Progress } from '@/api/core/jobs'
import { onSiteJob } from '@/api/core/events'
import { refresh, useResource } from '@/api/core/resource'
import { insightAddresses, tableAddresses } from '@/api/core/addresses'

/** The tuning of a site's detectors, with suggestions computed from its data. */
export type SiteRules = Schemas['SiteRules']
/** Changes to the rules of a site; absent fields stay. */
export type SiteRulesEdit = Schemas['SiteRulesEdit']
/** How often fixes of a type of insight worked on a site. */
export type HitRate = Schemas['HitRate']
/** How insights of a type are found, valued and ranked. */
export type InsightRule = Schemas['InsightRule']
/** A numeric parameter of a rule. */
export type RuleConstant = Schemas['RuleConstant']

/** The rules of a site; null waits. */
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

/** How long to wait for a scoring job to start, and for a second one after the first has ended, in ms. */
const startTimeout = 20_000
const nextStartTimeout = 8_000
/** The largest clock difference between servers to expect, in ms. */
const maxClockSkew = 2_000

/**
 * Saves a site's rules and waits for its scoring. Returns how many insights were found, gone or revalued;
 * undefined if no scoring was seen or if there are too many insights to compare.
 */
export async function editSiteRules(
  siteId: string,
  edit: SiteRulesEdit,
  onSaved: () => void,
  onProgress: Progress,
) {
  const before = await insightsOf(siteId)
  const scoring = listenForScoring(siteId)
  try {
    const { response } = await api.PATCH('/api/sites/{id}/rules', {
      params: { path: { id: siteId } },
      body: edit,
    })
    await refresh(rulesOf(siteId))
    onSaved()
    onProgress(0, 'Waiting to look for opportunities.')
    const savedAt = Date.parse(response.headers.get('Date') ?? '') || Date.now()
    if (!(await waitForScoring(scoring.next, savedAt - maxClockSkew, onProgress))) return undefined
  } finally {
    scoring.stop()
  }
  await refresh(...insightAddresses, rulesOf(siteId), ...tableAddresses, '/api/activity')
  return countDifferences(before, await insightsOf(siteId))
}

const rulesOf = (siteId: string) => `/api/sites/${siteId}/rules`

/** Waits for the scoring that began after the rules were saved; returns whether there was any. */
async function waitForScoring(next: Scoring['next'], since: number, onProgress: Progress) {
  let timeout = startTimeout
  for (;;) {
    // A site has one scoring at a time.
    // oxlint-disable-next-line no-await-in-loop
    const job = await next(timeout)
    if (!job) return timeout !== startTimeout
    // oxlint-disable-next-line no-await-in-loop
    await waitForJob(`/api/jobs/${job.id}`, onProgress)
    if (Date.parse(job.createdAt) >= since) return true
    // A job already under way may have begun before the rules were saved: then another one follows.
    timeout = nextStartTimeout
  }
}

type Scoring = ReturnType<typeof listenForScoring>

/** The scoring jobs of a site, as its events announce them. */
function listenForScoring(siteId: string) {
  const queue: Job[] = []
  const requestedIds = new Set<string>()
  let notify: (() => void) | undefined
  const stop = onSiteJob(siteId, async ({ jobId }) => {
    if (!jobId || requestedIds.has(jobId)) return
    requestedIds.add(jobId)
    // Other jobs of the site may run too, such as a crawl import.
    const answer = await api.GET('/api/jobs/{id}', { params: { path: { id: jobId } } }).catch(() => undefined)
    if (answer?.data?.kind !== 'recompute') return
    queue.push(answer.data)
    notify?.()
  })
  /** The next scoring job; undefined if none starts within the given milliseconds. */
  async function next(wait: number) {
    if (queue.length === 0)
      await new Promise<void>((resolve) => {
        notify = resolve
        setTimeout(resolve, wait)
      })
    return queue.shift()
  }
  return { next, stop }
}

/** The values to compare by insight id; undefined if they do not fit on one page. */
async function insightsOf(siteId: string) {
  const { data, response } = await api.GET('/api/insights', { params: { query: { siteId } } })
  if (!data || Number(response.headers.get('X-Total-Count') ?? data.length) > data.length) return undefined
  return new Map(data.map(({ id, status, score, value }) => [id, `${status} ${score} ${value?.mid}`]))
}

function countDifferences(before: Map<string, string> | undefined, after: typeof before) {
  if (!before || !after) return undefined
  const changed = [...after].filter(([id, values]) => before.get(id) !== values).length
  return changed + [...before.keys()].filter((id) => !after.has(id)).length
}
