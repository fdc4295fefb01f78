import { api, type Schemas } from '@/api/core/client'
import { refresh, useResource, type Query } from '@/api/core/resource'

/** How a site is crawled, when next, and the crawl that is running. */
export type CrawlSettings = Schemas['CrawlSettings']
/** What a crawl reads of a site. */
export type CrawlOptions = Required<Schemas['CrawlOptions']>

/** A crawl of the whole site. */
export const noOptions: CrawlOptions = {
  oneHost: false,
  include: [],
  exclude: [],
  ignoreParameters: [],
  withoutScripts: false,
  fast: false,
}
/** What a crawl found changed on a page. */
export type PageChange = Schemas['PageChange']

/** How a site is crawled. */
export function useCrawlSettings(siteId: string) {
  const { data: settings, ...rest } = useResource('/api/technical/crawl', { query: { siteId } })
  return { settings, ...rest }
}

/** What crawls found changed on pages, newest first. */
export function usePageChanges(query: Query<'/api/technical/page-changes'>) {
  const { data: changes, ...rest } = useResource('/api/technical/page-changes', { query })
  return { changes, ...rest }
}

/** Starts a crawl of a site, or joins the running one; returns the address of its job. */
export async function startCrawl(siteId: string, maxPages: number, options: CrawlOptions): Promise<string> {
  const { response } = await api.POST('/api/technical/crawl', { body: { siteId, maxPages, options } })
  await refresh('/api/technical/crawl')
  return response.headers.get('Location') ?? ''
}

const idOf = (job: string) => ({ params: { path: { id: job.split('/').pop()! } } })

/** Stops a crawl; what it has read so far is its result. */
export async function stopCrawl(job: string) {
  await api.DELETE('/api/jobs/{id}', idOf(job))
}

/** Pauses a crawl, or lets it go on where it was. */
export async function pauseCrawl(job: string, paused: boolean) {
  await api.PATCH('/api/jobs/{id}', { ...idOf(job), body: { paused } })
  await refresh('/api/technical/crawl')
}

/** Looks for the record or the file that proves whose site it is. */
export async function proveSite(siteId: string) {
  await api.POST('/api/technical/crawl/proof', { body: { siteId } })
  await refresh('/api/technical/crawl')
}

/** Changes how often a site is crawled by itself. */
export async function setCrawlEvery(siteId: string, every: CrawlSettings['every']) {
  await api.PATCH('/api/technical/crawl', { body: { siteId, every } })
  await refresh('/api/technical/crawl')
}
