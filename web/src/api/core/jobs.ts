import { api, type Schemas } from './client'
import { JobError } from './error'
import { onJobEvent } from './events'
import { beginRequest } from './in-flight'

/** Work that the server does in the background. */
export type Job = Schemas['Job']
/** Receives a job's progress (0 to 1) and its current step. */
export type Progress = (progress: number, message: string) => void

/** The interval between two reads of a job without an event in between, in ms. */
const pollInterval = 1_000

/**
 * Waits for the job behind a 202 response (or a job's address) and returns the body of a 200, otherwise
 * undefined. Throws the message of a failed job. The progress bar stays on meanwhile.
 */
export async function waitForJob(answer: Response | string, onProgress?: Progress): Promise<Job['result']> {
  const path =
    typeof answer === 'string' ? answer : answer.status === 202 ? answer.headers.get('Location') : null
  const id = path === null ? undefined : new URL(path, window.location.origin).pathname.split('/').pop()
  if (!id) return undefined
  const end = beginRequest()
  try {
    return await pollJob(id, onProgress)
  } finally {
    end()
  }
}

async function pollJob(id: string, onProgress: Progress | undefined) {
  for (;;) {
    // Polling is sequential by nature.
    // oxlint-disable-next-line no-await-in-loop
    const { data: job } = await api.GET('/api/jobs/{id}', { params: { path: { id } } })
    if (job === undefined) throw new Error(`The job ${id} has no answer.`)
    onProgress?.(job.progress, job.message)
    if (job.status === 'done') return job.result
    if (job.status === 'failed') throw new JobError(job.message, job.problem)
    // oxlint-disable-next-line no-await-in-loop
    await waitForEventOrPoll(id, onProgress)
  }
}

/** Resolves on an event that ends the job, or after the poll interval. */
function waitForEventOrPoll(id: string, onProgress: Progress | undefined) {
  return new Promise<void>((resolve) => {
    const stop = onJobEvent(id, (event) => {
      if (event.status === 'done' || event.status === 'failed') finish()
      else onProgress?.(event.progress ?? 0, event.message ?? '')
    })
    const timer = setTimeout(finish, pollInterval)
    function finish() {
      stop()
      clearTimeout(timer)
      resolve()
    }
  })
}
