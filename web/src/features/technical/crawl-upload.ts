import Uppy from '@uppy/core'
import XHRUpload from '@uppy/xhr-upload'
import { create } from 'zustand'
import { ApiError, errorFrom, messageOf } from '@/api/error'
import { beginRequest } from '@/api/in-flight'
import { waitForJob } from '@/api/jobs'
import { refresh } from '@/api/resource'
import type { ImportResult } from '@/api/technical'
import { onUnauthorized } from '@/api/unauthorized'
import { toast } from '@/lib/toast'

/** The most that the server takes in one upload. */
const maxBytes = 50 * 1024 * 1024

const connectionLost = 'The connection was lost while the file was sent. Check your connection and try again.'

/** Where the upload of a crawl is: on its way, being read by the server, read, or refused. */
export type CrawlUpload =
  | { phase: 'sending'; fileName: string; progress: number; cancel: () => void }
  | { phase: 'importing'; fileName: string; progress: number | null; message: string }
  | { phase: 'imported'; fileName: string; result: ImportResult }
  | { phase: 'failed'; fileName: string | undefined; reason: string }

/** The newest upload of each site. It goes on while the user is on another screen, and is here when they come back. */
export const useCrawlUploads = create<{ bySite: Record<string, CrawlUpload> }>()(() => ({ bySite: {} }))

const setUpload = (siteId: string, upload: CrawlUpload) =>
  useCrawlUploads.setState(({ bySite }) => ({ bySite: { ...bySite, [siteId]: upload } }))

/** Forgets the upload of a site: back to the place to drop a file. */
export function clearUpload(siteId: string) {
  const others = { ...useCrawlUploads.getState().bySite }
  delete others[siteId]
  useCrawlUploads.setState({ bySite: others })
}

type Answer = { job: string | null; body: ImportResult }

/** An uploader of one crawler export for a site: a file that is picked is sent at once. */
export function createCrawlUploader(siteId: string) {
  let refusal: ApiError | undefined
  const uppy = new Uppy<Record<string, unknown>, Answer>({
    restrictions: {
      maxNumberOfFiles: 1,
      maxFileSize: maxBytes,
      allowedFileTypes: ['.csv', '.tsv', '.txt', '.gz', '.zip', 'text/csv'],
    },
  }).use(XHRUpload, {
    endpoint: `/api/upload/sf-csv?siteId=${encodeURIComponent(siteId)}`,
    fieldName: 'file',
    allowedMetaFields: false,
    // The server answers when the import is in: nothing moves for up to 25 s, and that is not a stall.
    timeout: 0,
    shouldRetry: () => false,
    onAfterResponse(xhr) {
      if (xhr.status >= 400) throw (refusal = errorFrom(xhr.status, xhr.statusText, xhr.responseText))
    },
    getResponseData: (xhr) => ({
      job: xhr.status === 202 ? xhr.getResponseHeader('Location') : null,
      body: JSON.parse(xhr.responseText) as ImportResult,
    }),
  })

  uppy.on('restriction-failed', (file, error) => fail(siteId, file?.name, error.message))
  uppy.on('upload-progress', (file, progress) => {
    const fileName = file?.name ?? ''
    const sent = progress.bytesUploaded / (progress.bytesTotal || 1)
    if (sent < 1)
      setUpload(siteId, { phase: 'sending', fileName, progress: sent, cancel: () => uppy.cancelAll() })
    else setUpload(siteId, { phase: 'importing', fileName, progress: null, message: '' })
  })
  uppy.on('file-added', (file) => void send(file.name ?? ''))

  async function send(fileName: string) {
    refusal = undefined
    setUpload(siteId, { phase: 'sending', fileName, progress: 0, cancel: () => uppy.cancelAll() })
    const end = beginRequest()
    try {
      const outcome = await uppy.upload()
      const answer = outcome?.successful?.[0]?.response?.body
      if (answer) await finish(siteId, fileName, answer)
      else if (outcome?.failed?.length) throw refusal ?? new Error('No answer came.')
      else clearUpload(siteId)
    } catch (error) {
      fail(siteId, fileName, messageOf(error, connectionLost))
      if (error instanceof ApiError && error.status === 401) onUnauthorized()
    } finally {
      end()
      uppy.clear()
    }
  }
  return uppy
}

async function finish(siteId: string, fileName: string, answer: Answer) {
  const later =
    answer.job === null
      ? undefined
      : await waitForJob(answer.job, (progress, message) =>
          setUpload(siteId, { phase: 'importing', fileName, progress, message }),
        )
  const result = (later as ImportResult | null | undefined) ?? answer.body
  setUpload(siteId, { phase: 'imported', fileName, result })
  toast('CSV Uploaded Successfully', { description: result.message, tone: 'good' })
  await refresh('/api/technical', '/api/insights', '/api/kpis', '/api/activity')
}

function fail(siteId: string, fileName: string | undefined, reason: string) {
  setUpload(siteId, { phase: 'failed', fileName, reason })
  toast('Upload Failed', { description: reason, tone: 'bad' })
}
