import { api, type Schemas } from '@/api/core/client'
import { address, refresh, refreshWhere, useResource, type Query } from '@/api/core/resource'

/** One kind of issue on one page. */
export type TechnicalIssue = Schemas['TechnicalIssue']
/** How bad an issue is. */
export type Severity = Schemas['Severity']
/** How many pages have one type of issue, and how that compares with the crawl before. */
export type IssueCount = Schemas['IssueCount']
/** What became of an issue since the crawl before. */
export type Seen = NonNullable<TechnicalIssue['seen']>
/** An imported crawl. */
export type Crawl = Schemas['Crawl']
/** What came of an upload. */
export type ImportResult = Schemas['ImportResult']

/** One uploaded file of a crawl, and what it was taken for. */
export type Upload = Schemas['Upload']
/** What one table of a file was taken for. */
export type RecognizedTab = Schemas['RecognizedTab']
/** What a column can be read as. */
export type CrawlField = Schemas['CrawlField']
/** All that the newest crawl tells of one page. */
export type PageDetail = Schemas['PageDetail']
/** The links to or from a page. */
export type PageLinks = NonNullable<Schemas['PageLinks']>

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

/** Deletes a crawl with its files: the one before it counts again, for opportunities too. */
export async function deleteCrawl({ id, uploads }: Crawl) {
  await api.DELETE('/api/technical/crawls/{id}', { params: { path: { id } } })
  // Its files are on screen until its panel is closed; they are gone.
  const gone = new Set(
    uploads.map((upload) => address('/api/technical/uploads/{id}', { path: { id: upload } })),
  )
  await refreshWhere((key) => key.startsWith('/api/') && !gone.has(key))
}

/** Marks an issue as fixed, or takes that back. */
export async function setIssueStatus(id: string, status: TechnicalIssue['status']) {
  await api.PATCH('/api/technical/sf-issues/{id}', { params: { path: { id } }, body: { status } })
  await refresh('/api/technical')
}

/** One uploaded file; null waits. */
export function useUpload(id: string | null) {
  const { data: upload, ...rest } = useResource(
    '/api/technical/uploads/{id}',
    id === null ? null : { path: { id } },
  )
  return { upload, ...rest }
}

/** What a column of a crawler's file can be read as. */
export function useCrawlFields() {
  const { data: fields, ...rest } = useResource('/api/technical/fields', {})
  return { fields, ...rest }
}

/** All that the newest crawl tells of one page; null waits. */
export function usePageDetail(query: Query<'/api/technical/page'> | null) {
  const { data: page, ...rest } = useResource('/api/technical/page', query && { query })
  return { page, ...rest }
}

/** Reads an uploaded file again with the columns it is said to have: what came of it, or the address of the job. */
export async function importUpload(id: string, mapping: Record<string, string>): Promise<ImportAnswer> {
  const { data, response } = await api.POST('/api/technical/uploads/{id}/import', {
    params: { path: { id } },
    body: { mapping },
  })
  return response.status === 202
    ? { job: response.headers.get('Location'), body: null }
    : { job: null, body: data as ImportResult }
}

/** What the start of an import is answered with: a job to follow, or the result at once. */
export type ImportAnswer = { job: string | null; body: ImportResult | null }

/** Where the issues of a view are as a CSV file. */
export const issuesFile = (query: Query<'/api/technical/sf-issues.csv'>) =>
  address('/api/technical/sf-issues.csv', { query })

/** Where the rows of an uploaded file are that could not be read. */
export const rejectedRowsFile = (uploadId: string) =>
  address('/api/technical/uploads/{id}/rejected.csv', { path: { id: uploadId } })
