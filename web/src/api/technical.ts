import { api, type Schemas } from './client'
import { refresh, useResource, type Query } from './resource'

/** One kind of issue on one page. */
export type TechnicalIssue = Schemas['TechnicalIssue']
/** How bad an issue is. */
export type Severity = Schemas['Severity']
/** An imported crawl. */
export type Crawl = Schemas['Crawl']
/** What came of an upload. */
export type ImportResult = Schemas['ImportResult']

/** Issues of the newest crawl of each site, a page at a time: pass `next` as the cursor. Null waits. */
export function useTechnicalIssues(query: Query<'/api/technical/sf-issues'> | null) {
  const { data: issues, ...rest } = useResource('/api/technical/sf-issues', query && { query })
  return { issues, ...rest }
}

/** How many issues of each type there are. Null waits. */
export function useIssueCounts(query: Query<'/api/technical/sf-issues/counts'> | null) {
  const { data: counts, ...rest } = useResource('/api/technical/sf-issues/counts', query && { query })
  return { counts, ...rest }
}

/** Imported crawls, newest first. Null waits. */
export function useCrawls(query: Query<'/api/technical/crawls'> | null) {
  const { data: crawls, ...rest } = useResource('/api/technical/crawls', query && { query })
  return { crawls, ...rest }
}

/** Marks an issue as fixed, or takes that back. */
export async function setIssueStatus(id: string, status: TechnicalIssue['status']) {
  await api.PATCH('/api/technical/sf-issues/{id}', { params: { path: { id } }, body: { status } })
  await refresh('/api/technical')
}
