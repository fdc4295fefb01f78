import { navigate } from 'wouter/use-browser-location'
import { toast } from '@/lib/toast'
import { ApiError, requestIdOf } from './error'

/**
 * Shows a toast in the screen's words for a failed write, with the server's sentence where the user can act
 * on it (4xx). A 401 has its own toast.
 */
export function toastFailure(error: unknown, fallback: string, title = 'Error') {
  const isClientError = error instanceof ApiError && error.status < 500
  if (isClientError && error.status === 401) return
  const requestId = requestIdOf(error)
  toast(title, {
    description: isClientError
      ? `${fallback}: ${error.detail}`
      : fallback + (requestId ? `. Request ID: ${requestId}` : ''),
    tone: 'bad',
    ...(isClientError &&
      error.status === 402 && { action: { label: 'See plans', run: () => navigate('/subscribe') } }),
  })
}
