import { api, type Schemas } from '@/api/core/client'
import { address, refreshWhere, useResource, type Query } from '@/api/core/resource'

/** An imported crawl. */
export type Crawl = Schemas['Crawl']
/** The result of an upload. */
export type ImportResult = Schemas['ImportResult']

/** One uploaded file of a crawl, and what it was recognized as. */
export type Upload = Schemas['Upload']
/** What one table of a file was recognized as. */
export type RecognizedTab = Schemas['RecognizedTab']
/** A field that a column can be mapped to. */
export type CrawlField = Schemas['CrawlField']
/** Everything the newest crawl says about one page. */
export type PageDetail = Schemas['PageDetail']
/** The links to or from a page. */
export type PageLinks = NonNullable<Schemas['PageLinks']>

/** Imported crawls, newest first. A null query waits. */
export function useCrawls(query: Query<'/api/technical/crawls'> | null) {
  const { data: crawls, ...rest } = useResource('/api/technical/crawls', query && { query })
  return { crawls, ...rest }
}

/** Deletes a crawl with its files: the previous one is current again, also for opportunities. */
export async function deleteCrawl({ id, uploads }: Crawl) {
  await api.DELETE('/api/technical/crawls/{id}', { params: { path: { id } } })
  // Its files stay on screen until their panel closes; reloading them would fail.
  const gone = new Set(
    uploads.map((upload) => address('/api/technical/uploads/{id}', { path: { id: upload } })),
  )
  await refreshWhere((key) => key.startsWith('/api/') && !gone.has(key))
}

/** One uploaded file; null waits. */
export function useUpload(id: string | null) {
  const { data: upload, ...rest } = useResource(
    '/api/technical/uploads/{id}',
    id === null ? null : { path: { id } },
  )
  return { upload, ...rest }
}

/** The fields that a column of a crawl file can be mapped to. */
export function useCrawlFields() {
  const { data: fields, ...rest } = useResource('/api/technical/fields', {})
  return { fields, ...rest }
}

/** Everything the newest crawl says about one page; a null query waits. */
export function usePageDetail(query: Query<'/api/technical/page'> | null) {
  const { data: page, ...rest } = useResource('/api/technical/page', query && { query })
  return { page, ...rest }
}

/** Imports an uploaded file again with mapped columns: returns the result, or the address of the job. */
export async function importUpload(id: string, mapping: Record<string, string>): Promise<ImportAnswer> {
  const { data, response } = await api.POST('/api/technical/uploads/{id}/import', {
    params: { path: { id } },
    body: { mapping },
  })
  return response.status === 202
    ? { job: response.headers.get('Location'), body: null }
    : { job: null, body: data as ImportResult }
}

/** Imports a file that stopped with a question, for a site: returns the result, or the address of the job. */
export async function confirmUpload(id: string, siteId: string): Promise<ImportAnswer> {
  const { data, response } = await api.POST('/api/uploads/{id}/confirm', {
    params: { path: { id } },
    body: { siteId },
  })
  return response.status === 202
    ? { job: response.headers.get('Location'), body: null }
    : { job: null, body: data as ImportResult }
}

/** The response to an import: a job to follow, or the result at once. */
export type ImportAnswer = { job: string | null; body: ImportResult | null }

/** The address of the rows of an uploaded file that could not be read. */
export const rejectedRowsFile = (uploadId: string) =>
  address('/api/technical/uploads/{id}/rejected.csv', { path: { id: uploadId } })
