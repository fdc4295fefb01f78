import { api, type Schemas } from '../core/client'
import { ApiError } from '../core/error'
import { waitForJob, type Progress } from '../core/jobs'
import { refresh } from '../core/resource'
import type { ImportAnswer, ImportResult } from '../technical'

/** A file that is uploaded in parts. */
export type MultipartUpload = { key: string; uploadId: string; bytes: number }

const target = ({ key, uploadId }: MultipartUpload) => ({ params: { path: { uploadId }, query: { key } } })

/** Starts an upload in parts; throws the server's reason when it is refused. */
export async function startMultipart(siteId: string, file: File): Promise<MultipartUpload> {
  const { data } = await api.POST('/api/storage/s3/multipart', {
    body: { filename: file.name, type: file.type, metadata: { siteId } },
  })
  return { ...data!, bytes: file.size }
}

/**
 * Completes an upload whose parts have all arrived and returns the address of its job; undefined while parts
 * are missing or there is no connection. Throws the server's reason when it is refused.
 */
export async function completeMultipart(upload: MultipartUpload): Promise<string | undefined> {
  try {
    const received = await partsOf(upload)
    if (received && received.reduce((sum, part) => sum + part.Size, 0) < upload.bytes) return undefined
    const { data } = await api.POST('/api/storage/s3/multipart/{uploadId}/complete', {
      ...target(upload),
      body: { parts: received?.map(({ PartNumber, ETag }) => ({ PartNumber, ETag })) ?? [] },
    })
    return data!.location
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) throw error
    return undefined
  }
}

/** The parts that have arrived; undefined once the upload is closed, as after a lost response. */
async function partsOf(upload: MultipartUpload): Promise<Schemas['Part'][] | undefined> {
  try {
    const { data } = await api.GET('/api/storage/s3/multipart/{uploadId}', target(upload))
    return data
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined
    throw error
  }
}

/** Aborts an upload that was canceled before any part was sent. */
export async function abortMultipart(upload: MultipartUpload) {
  await api.DELETE('/api/storage/s3/multipart/{uploadId}', target(upload))
}

/** Waits for an import and returns its result; throws when it fails. */
export async function followImport(answer: ImportAnswer, onProgress: Progress): Promise<ImportResult> {
  const jobResult = answer.job === null ? undefined : await waitForJob(answer.job, onProgress)
  const result = (jobResult as ImportResult | null | undefined) ?? answer.body
  if (result === null) throw new Error('The import has no result.')
  return result
}

/** Reloads everything that an import changes. */
export const refreshImported = () => refresh('/api/technical', '/api/insights', '/api/kpis', '/api/activity')
