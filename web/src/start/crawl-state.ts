import { messageOf } from '@/api/core/error'
import { noOptions, pauseCrawl, startCrawl, stopCrawl } from '@/api/crawls/crawling'
import { followImport, refreshImported } from '@/api/crawls/uploads'
import { toast } from '@/lib/toast'
import { useSiteCrawls, type SiteCrawl } from './site-crawls'

const setCrawl = (siteId: string, crawl: SiteCrawl) =>
  useSiteCrawls.setState(({ bySite }) => ({ bySite: { ...bySite, [siteId]: crawl } }))

/** Where this tab remembers a running crawl, so that a reload shows it again. */
const storageKey = (siteId: string) => `crawl:${siteId}`

/** Crawls a site and follows the crawl to its end. */
export async function crawlSite(siteId: string, maxPages: number, options = noOptions) {
  setCrawl(siteId, { phase: 'running', job: '', progress: 0, message: 'Starting…', stopping: false })
  try {
    await follow(siteId, await startCrawl(siteId, maxPages, options))
  } catch (error) {
    fail(siteId, error)
  }
}

/** Shows a crawl that is running, such as one from before the page was reloaded; `running` is its job. */
export async function resumeCrawl(siteId: string, running = '') {
  const job = sessionStorage.getItem(storageKey(siteId)) ?? (running ? `/api/jobs/${running}` : null)
  if (job === null || useSiteCrawls.getState().bySite[siteId]) return
  try {
    await follow(siteId, job)
  } catch (error) {
    fail(siteId, error)
  }
}

/** Stops the running crawl of a site; what it has read becomes its result. */
export async function stopSiteCrawl(siteId: string) {
  const crawl = useSiteCrawls.getState().bySite[siteId]
  if (crawl?.phase !== 'running' || crawl.job === '') return
  setCrawl(siteId, { ...crawl, stopping: true })
  try {
    await stopCrawl(crawl.job)
  } catch (error) {
    setCrawl(siteId, { ...crawl, stopping: false })
    toast('Failed to stop the crawl', { description: messageOf(error, 'Try again.'), tone: 'bad' })
  }
}

/** Pauses the running crawl of a site, or lets it go on. */
export async function pauseSiteCrawl(siteId: string, paused: boolean) {
  const crawl = useSiteCrawls.getState().bySite[siteId]
  if (crawl?.phase !== 'running' || crawl.job === '') return
  try {
    await pauseCrawl(crawl.job, paused)
  } catch (error) {
    toast(paused ? 'Failed to pause the crawl' : 'Failed to resume the crawl', {
      description: messageOf(error, 'Try again.'),
      tone: 'bad',
    })
  }
}

async function follow(siteId: string, job: string) {
  sessionStorage.setItem(storageKey(siteId), job)
  const show = (progress: number, message: string) => {
    const before = useSiteCrawls.getState().bySite[siteId]
    const stopping = before?.phase === 'running' && before.stopping
    setCrawl(siteId, { phase: 'running', job, progress, message, stopping })
  }
  const result = await followImport({ job, body: null }, show)
  sessionStorage.removeItem(storageKey(siteId))
  setCrawl(siteId, { phase: 'done', result })
  toast('Crawl finished', { description: result.message, tone: 'good' })
  await refreshImported()
}

function fail(siteId: string, error: unknown) {
  sessionStorage.removeItem(storageKey(siteId))
  setCrawl(siteId, {
    phase: 'failed',
    reason: messageOf(error, 'The server could not be reached. Check your connection and try again.'),
  })
}
