import { api, type Schemas } from '@/api/core/client'
import { waitForJob, type Job, type Progress } from '@/api/core/jobs'
import { onSiteJob } from '@/api/core/events'
import { refresh, useResource } from '@/api/core/resource'
import { insightAddresses, tableAddresses } from '@/api/core/addresses'

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

/** How long nobody hears of a scoring before it is not waited for any more, and of another one once one has ended. */
const silence = 20_000
const silenceAfterOne = 8_000
/** Clocks of servers differ by less. */
const clocks = 2_000

/**
 * Changes the rules of a site, which has it scored again, and waits until it is. Answers how many of its insights are other ones than
 * before: found, gone or worth something else. Undefined where no scoring was heard of, or where there are too many to compare.
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
    const written = Date.parse(response.headers.get('Date') ?? '') || Date.now()
    if (!(await followScoring(scoring.next, written - clocks, onProgress))) return undefined
  } finally {
    scoring.stop()
  }
  await refresh(...insightAddresses, rulesOf(siteId), ...tableAddresses, '/api/activity')
  return differences(before, await insightsOf(siteId))
}

const rulesOf = (siteId: string) => `/api/sites/${siteId}/rules`

/** Waits for the scoring that began since the rules were written; answers whether any was heard of. */
async function followScoring(next: Scoring['next'], since: number, onProgress: Progress) {
  let wait = silence
  for (;;) {
    // One scoring of a site runs at a time.
    // oxlint-disable-next-line no-await-in-loop
    const job = await next(wait)
    if (!job) return wait !== silence
    // oxlint-disable-next-line no-await-in-loop
    await waitForJob(`/api/jobs/${job.id}`, onProgress)
    if (Date.parse(job.createdAt) >= since) return true
    // One that was under way already may have begun before the rules were written: then another one follows.
    wait = silenceAfterOne
  }
}

type Scoring = ReturnType<typeof listenForScoring>

/** The jobs that score the site, as the server tells of them. */
function listenForScoring(siteId: string) {
  const found: Job[] = []
  const asked = new Set<string>()
  let wake: (() => void) | undefined
  const stop = onSiteJob(siteId, async ({ jobId }) => {
    if (!jobId || asked.has(jobId)) return
    asked.add(jobId)
    // Other jobs of the site may run as well, such as the import of a crawl.
    const answer = await api.GET('/api/jobs/{id}', { params: { path: { id: jobId } } }).catch(() => undefined)
    if (answer?.data?.kind !== 'recompute') return
    found.push(answer.data)
    wake?.()
  })
  /** The next one; undefined when none is heard of for so many milliseconds. */
  async function next(wait: number) {
    if (found.length === 0)
      await new Promise<void>((resolve) => {
        wake = resolve
        setTimeout(resolve, wait)
      })
    return found.shift()
  }
  return { next, stop }
}

/** What is compared of each insight of a site, by its id; undefined where one answer does not hold all of them. */
async function insightsOf(siteId: string) {
  const { data, response } = await api.GET('/api/insights', { params: { query: { siteId } } })
  if (!data || Number(response.headers.get('X-Total-Count') ?? data.length) > data.length) return undefined
  return new Map(data.map(({ id, status, score, value }) => [id, `${status} ${score} ${value?.mid}`]))
}

function differences(before: Map<string, string> | undefined, after: typeof before) {
  if (!before || !after) return undefined
  const changed = [...after].filter(([id, what]) => before.get(id) !== what).length
  return changed + [...before.keys()].filter((id) => !after.has(id)).length
}
