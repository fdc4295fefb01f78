import Uppy from '@uppy/core'
import XHRUpload from '@uppy/xhr-upload'
import { ApiError, errorFrom } from '@/api/core/error'
import { beginRequest } from '@/api/core/in-flight'
import { ensureFreshSession } from '@/api/core/sign-in'
import type { ImportAnswer, ImportResult } from '@/api/technical'
import { onUnauthorized } from '@/api/core/unauthorized'
import { crawlFileLocale, crawlFileTypes } from './file-types'
import { clearUpload, failUpload, finishUpload, setUpload } from './upload-state'

/** The server's limit for one request. */
const maxBytes = 50 * 1024 * 1024

const connectionLost = 'The connection was lost during the upload. Check your connection and try again.'

/** Uploads one crawl export for a site. */
export function sendCrawl(siteId: string, files: readonly File[]) {
  const uppy = createCrawlUploader(siteId)
  try {
    uppy.addFiles(files.map((file) => ({ name: file.name, type: file.type, data: file })))
  } catch {
    uppy.destroy() // an event has reported why
  }
}

function createCrawlUploader(siteId: string) {
  let errorOf: ApiError | undefined
  const uppy = new Uppy<Record<string, unknown>, ImportAnswer>({
    restrictions: {
      maxNumberOfFiles: 1,
      maxFileSize: maxBytes,
      allowedFileTypes: crawlFileTypes,
    },
    locale: crawlFileLocale,
  }).use(XHRUpload, {
    endpoint: `/api/upload/sf-csv?siteId=${encodeURIComponent(siteId)}`,
    fieldName: 'file',
    allowedMetaFields: false,
    // The server answers when the import is done, after up to 25 s without progress; that is not a stall.
    timeout: 0,
    shouldRetry: () => false,
    onAfterResponse(xhr) {
      if (xhr.status >= 400) throw (errorOf = errorFrom(xhr.status, xhr.statusText, xhr.responseText))
    },
    getResponseData: (xhr) =>
      xhr.status === 202
        ? { job: xhr.getResponseHeader('Location'), body: null }
        : { job: null, body: JSON.parse(xhr.responseText) as ImportResult },
  })

  uppy.on('restriction-failed', (file, error) => failUpload(siteId, file?.name, undefined, error.message))
  uppy.on('upload-progress', (file, progress) => {
    const fileName = file?.name ?? ''
    const sent = progress.bytesUploaded / (progress.bytesTotal || 1)
    if (sent < 1)
      setUpload(siteId, { phase: 'sending', fileName, progress: sent, cancel: () => uppy.cancelAll() })
    else setUpload(siteId, { phase: 'importing', fileName, progress: null, message: '' })
  })
  uppy.on('file-added', (file) => void send(file.name ?? ''))

  async function send(fileName: string) {
    errorOf = undefined
    setUpload(siteId, { phase: 'sending', fileName, progress: 0, cancel: () => uppy.cancelAll() })
    const end = beginRequest()
    try {
      await ensureFreshSession()
      const outcome = await uppy.upload()
      const answer = outcome?.successful?.[0]?.response?.body
      if (answer) await finishUpload(siteId, fileName, answer)
      else if (outcome?.failed?.length) throw errorOf ?? new Error('The server did not respond.')
      else clearUpload(siteId)
    } catch (error) {
      failUpload(siteId, fileName, error, connectionLost)
      if (error instanceof ApiError && error.status === 401) onUnauthorized()
    } finally {
      end()
      uppy.destroy()
    }
  }
  return uppy
}
