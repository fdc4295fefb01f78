import AwsS3, { type AwsBody } from '@uppy/aws-s3'
import Uppy from '@uppy/core'
import { beginRequest } from '@/api/core/in-flight'
import { abortMultipart, completeMultipart, startMultipart, type MultipartUpload } from '@/api/crawls/uploads'
import { crawlFileLocale, crawlFileTypes } from './file-types'
import { clearUpload, failUpload, finishUpload, setUpload } from './upload-state'

/** The server's limit for an upload in parts. */
const maxBytes = 10 * 1024 ** 3
/** The most parallel requests. */
const maxParallelRequests = 6
/** The delays before each retry, in ms. */
const retryDelays = [0, 1000, 3000, 5000]

const connectionLost = 'The connection kept dropping during the upload. Check your connection and try again.'

type Uploader = Uppy<Record<string, unknown>, AwsBody>

/** Uploads a crawl of up to 10 GB in parts; after an interruption it resumes with the missing parts. */
export async function sendLargeCrawl(siteId: string, file: File) {
  const fileName = file.name
  const uppy: Uploader = new Uppy({
    restrictions: {
      maxFileSize: maxBytes,
      allowedFileTypes: crawlFileTypes,
    },
    locale: crawlFileLocale,
  })
  // Its defaults fit: parts of at least 5 MB, at most 10,000 of them.
  uppy.use(AwsS3, { companionEndpoint: '/api/storage', shouldUseMultipart: true, limit: maxParallelRequests })
  const sending = (progress: number) =>
    setUpload(siteId, { phase: 'sending', fileName, progress, cancel: () => uppy.cancelAll() })
  uppy.on('restriction-failed', (_, error) => failUpload(siteId, fileName, undefined, error.message))
  uppy.on('upload-progress', (_, { bytesUploaded, bytesTotal }) => sending(bytesUploaded / (bytesTotal || 1)))
  const end = beginRequest()
  try {
    const id = add(uppy, file)
    if (id === undefined) return
    sending(0)
    // Started here, not by the plugin, which hides the server's reason for a refusal.
    const started = await startMultipart(siteId, file)
    const canceled = !uppy.getFile(id)
    if (canceled) await abortMultipart(started)
    const job = canceled ? null : await send(uppy, id, started)
    if (job === null) clearUpload(siteId)
    else await finishUpload(siteId, fileName, { job, body: null })
  } catch (error) {
    failUpload(siteId, fileName, error, connectionLost)
  } finally {
    end()
    uppy.destroy()
  }
}

/** Undefined if the file must not be uploaded; an event has reported why. */
function add(uppy: Uploader, file: File) {
  try {
    return uppy.addFile({ name: file.name, type: file.type, data: file })
  } catch {
    return undefined
  }
}

/** Returns the address of the import job, null if the user canceled. */
async function send(uppy: Uploader, id: string, started: MultipartUpload): Promise<string | null> {
  const { key, uploadId } = started
  uppy.setFileState(id, { s3Multipart: { key, uploadId } })
  /* oxlint-disable no-await-in-loop -- retries are sequential */
  for (let tries = 0, outcome = await uppy.upload(); ; outcome = await uppy.retryAll()) {
    if (!outcome?.failed?.length) return outcome?.successful?.[0]?.response?.body?.location ?? null
    const job = await completeMultipart(started)
    if (job !== undefined) return job
    const delay = retryDelays[tries++]
    if (delay === undefined) throw new Error(connectionLost)
    await new Promise((resolve) => setTimeout(resolve, delay))
  }
  /* oxlint-enable no-await-in-loop */
}
