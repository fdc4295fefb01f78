import { toast } from '@/lib/toast'
import { ApiError } from './error'

/**
 * Tells the user that a write failed: in the server's words where the user can do something about it (4xx), else in
 * those of the screen. A lost session has a toast of its own.
 */
export function toastFailure(error: unknown, fallback: string) {
  const refused = error instanceof ApiError && error.status < 500
  if (refused && error.status === 401) return
  toast('Error', { description: refused ? error.detail : fallback, tone: 'bad' })
}
