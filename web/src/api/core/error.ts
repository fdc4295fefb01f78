import type { components } from '@/api/schema.gen'

/** The error body of the contract (RFC 9457). */
export type Problem = components['schemas']['Problem']

/** A response that is not a success: its message is "<status>: <detail>". */
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

/** Makes the error of a response from the problem's detail, else the body's text, else the status text. */
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

/** Why a file was refused, beyond the sentence: the upload, whose it is, its headers and bad lines. */
export type FileProblem = Pick<Problem, 'uploadId' | 'domain' | 'headers' | 'lines'>

/** A failed job; the message is the server's sentence for the user. */
export class JobError extends Error {
  override name = 'JobError'
  readonly problem: FileProblem | undefined
  constructor(message: string, problem?: FileProblem) {
    super(message)
    this.problem = problem
  }
}

/** The file problem of an error, from the upload's response or from its job. */
export const fileProblemOf = (error: unknown): FileProblem =>
  ((error instanceof ApiError || error instanceof JobError) && error.problem) || {}

/** What an administrator finds a server failure by in logs and traces; undefined for everything else. */
export const requestIdOf = (error: unknown) =>
  error instanceof ApiError && error.status >= 500 ? error.problem?.requestId : undefined

/** The text for the user: the server's sentence, or the fallback without one (such as no connection). */
export function messageOf(error: unknown, fallback: string) {
  if (error instanceof ApiError) return error.problem?.detail || fallback
  return error instanceof JobError ? error.message || fallback : fallback
}
