import type { components } from '@/api/schema.gen'

/** The server's words about what went wrong. */
export type Problem = components['schemas']['Problem']

/** An answer that is not a success: its message is "<status>: <detail>". */
export class ApiError extends Error {
  readonly status: number
  /** The sentence for the user, without the status. */
  readonly detail: string
  readonly problem: Problem | undefined
  constructor(status: number, detail: string, problem?: Problem) {
    super(`${status}: ${detail}`)
    this.name = 'ApiError'
    this.status = status
    this.detail = detail
    this.problem = problem
  }
}

/** Reads the error out of an answer: the problem's detail, else the body's text, else the status text. */
export function errorFrom(status: number, statusText: string, body: string) {
  const problem = parseProblem(body)
  return new ApiError(status, problem?.detail || body.trim() || statusText, problem)
}

function parseProblem(body: string): Problem | undefined {
  try {
    const parsed: unknown = JSON.parse(body)
    return typeof parsed === 'object' && parsed !== null && 'detail' in parsed ? (parsed as Problem) : undefined
  } catch {
    return undefined
  }
}

/** What is wrong with a file, beyond the sentence: what was kept of it, and what to do about it. */
export type FileProblem = Pick<Problem, 'uploadId' | 'headers' | 'lines'>

/** A job that failed; the message is the server's sentence for the user. */
export class JobError extends Error {
  override name = 'JobError'
  readonly problem: FileProblem | undefined
  constructor(message: string, problem?: FileProblem) {
    super(message)
    this.problem = problem
  }
}

/** What is wrong with a file, whether the upload itself said so or the job that it began. */
export const fileProblemOf = (error: unknown): FileProblem =>
  ((error instanceof ApiError || error instanceof JobError) && error.problem) || {}

/** What to tell the user: the server's sentence, or the fallback when there is none (no connection, a proxy's page). */
export function messageOf(error: unknown, fallback: string) {
  if (error instanceof ApiError) return error.problem?.detail || fallback
  return error instanceof JobError ? error.message || fallback : fallback
}
