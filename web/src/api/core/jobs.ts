import { api, type Schemas } from './client'
import { JobError } from './error'
import { onJobEvent } from './events'
import { beginRequest } from './in-flight'

/** Work of the server that outlives a request. */
export type Job = Schemas['Job']
/** Told how far a job is (0 to 1) and what it is doing. */
export type Progress = (progress: number, message: string) => void

/** Between two questions about a job, when no event of the server comes first. */
const pollInterval = 1_000

/**
 * Waits for the work behind a 202 answer (or behind the address of a job) and gives the body that a 200 would have
 * had; any other answer is done already and gives undefined. A job that fails throws its message.
 * The progress bar stays on all the while.
 */
export async function waitForJob(answer: Response | string, onProgress?: Progress): Promise<Job['result']> {
  const where =
    typeof answer === 'string' ? answer : answer.status === 202 ? answer.headers.get('Location') : null
  const id = where === null ? undefined : new URL(where, location.origin).pathname.split('/').pop()
  if (!id) return undefined
  const end = beginRequest()
  try {
    return await follow(id, onProgress)
  } finally {
    end()
  }
}

async function follow(id: string, onProgress: Progress | undefined) {
  for (;;) {
    // Each question waits for the one before: asking in parallel would say nothing new.
    // oxlint-disable-next-line no-await-in-loop
    const { data: job } = await api.GET('/api/jobs/{id}', { params: { path: { id } } })
    if (job === undefined) throw new Error(`The job ${id} has no answer.`)
    onProgress?.(job.progress, job.message)
    if (job.status === 'done') return job.result
    if (job.status === 'failed') throw new JobError(job.message, job.problem)
    // oxlint-disable-next-line no-await-in-loop
    await nextNews(id, onProgress)
  }
}

/** Until the job is done or failed according to an event, or the poll interval is over. */
function nextNews(id: string, onProgress: Progress | undefined) {
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
