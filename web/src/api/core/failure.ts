import { navigate } from 'wouter/use-browser-location'
import { toast } from '@/lib/toast'
import { ApiError } from './error'

/**
 * Tells the user in the screen's words that a write failed, and adds the server's where the user can do something
 * about it (4xx). A lost session has a toast of its own.
 */
export function toastFailure(error: unknown, fallback: string, title = 'Error') {
  const refused = error instanceof ApiError && error.status < 500
  if (refused && error.status === 401) return
  toast(title, {
    description: refused ? `${fallback}: ${error.detail}` : fallback,
    tone: 'bad',
    ...(refused &&
      error.status === 402 && { action: { label: 'See plans', run: () => navigate('/subscribe') } }),
  })
}
