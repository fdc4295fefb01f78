import { create } from 'zustand'
import { fileProblemOf, messageOf } from '@/api/core/error'
import { confirmUpload, importUpload, type ImportAnswer, type ImportResult } from '@/api/technical'
import { followImport, refreshImported } from '@/api/crawls/uploads'
import { toast } from '@/lib/toast'

/** The state of a crawl's upload: sending, importing, imported, unmapped, question or failed. */
export type CrawlUpload =
  | { phase: 'sending'; fileName: string; progress: number; cancel: () => void }
  | { phase: 'importing'; fileName: string; progress: number | null; message: string }
  | { phase: 'imported'; fileName: string; result: ImportResult }
  | { phase: 'unmapped'; fileName: string; reason: string; uploadId: string; headers: string[] }
  | { phase: 'question'; fileName: string; reason: string; uploadId: string; domain: string }
  | { phase: 'failed'; fileName: string | undefined; reason: string; rejectedOf?: string }

/** The latest upload of each site. It continues while the user is on another screen. */
export const useCrawlUploads = create<{ bySite: Record<string, CrawlUpload> }>()(() => ({ bySite: {} }))

/** Sets the upload state of a site. */
export const setUpload = (siteId: string, upload: CrawlUpload) =>
  useCrawlUploads.setState(({ bySite }) => ({ bySite: { ...bySite, [siteId]: upload } }))

/** Clears the upload of a site, which shows the drop zone again. */
export function clearUpload(siteId: string) {
  const remaining = { ...useCrawlUploads.getState().bySite }
  delete remaining[siteId]
  useCrawlUploads.setState({ bySite: remaining })
}

/** Waits for a started import and shows its result. Throws when it fails. */
export async function finishUpload(siteId: string, fileName: string, answer: ImportAnswer) {
  const result = await followImport(answer, (progress, message) =>
    setUpload(siteId, { phase: 'importing', fileName, progress, message }),
  )
  setUpload(siteId, { phase: 'imported', fileName, result })
  toast('CSV Uploaded Successfully', { description: result.message, tone: 'good' })
  await refreshImported()
}

/** Shows why an upload failed; a file with unknown columns can still be mapped. */
export function failUpload(siteId: string, fileName: string | undefined, error: unknown, fallback: string) {
  const reason = messageOf(error, fallback)
  const { uploadId, domain, headers, lines } = fileProblemOf(error)
  if (uploadId && domain)
    return setUpload(siteId, { phase: 'question', fileName: fileName ?? '', reason, uploadId, domain })
  toast('Upload Failed', { description: reason, tone: 'bad' })
  if (uploadId && headers && headers.length > 0)
    return setUpload(siteId, { phase: 'unmapped', fileName: fileName ?? '', reason, uploadId, headers })
  setUpload(siteId, {
    phase: 'failed',
    fileName,
    reason,
    ...(uploadId && lines && lines.length > 0 && { rejectedOf: uploadId }),
  })
}

/** Imports a file that stopped with a question, for the site that the user chose. */
export async function importConfirmed(
  siteId: string,
  file: { uploadId: string; fileName: string },
  chosenSiteId: string,
) {
  const { fileName, uploadId } = file
  setUpload(siteId, { phase: 'importing', fileName, progress: null, message: '' })
  try {
    await finishUpload(siteId, fileName, await confirmUpload(uploadId, chosenSiteId))
  } catch (error) {
    failUpload(siteId, fileName, error, 'The server could not be reached. Check your connection and try again.')
  }
}

/** Imports an uploaded file again with a mapping, and continues like an upload. */
export async function importMapped(
  siteId: string,
  file: { uploadId: string; fileName: string },
  mapping: Record<string, string>,
) {
  const { fileName, uploadId } = file
  setUpload(siteId, { phase: 'importing', fileName, progress: null, message: '' })
  try {
    await finishUpload(siteId, fileName, await importUpload(uploadId, mapping))
  } catch (error) {
    failUpload(siteId, fileName, error, 'The server could not be reached. Check your connection and try again.')
  }
}
