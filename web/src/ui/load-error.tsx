import { messageOf, requestIdOf } from '@/api/core/error'
import { Button } from './button'
import { EmptyState } from './empty-state'

/** Shown in place of data that could not be loaded. */
export function LoadError({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const requestId = requestIdOf(error)
  return (
    <EmptyState
      icon="alert"
      level="h2"
      title="This could not be loaded"
      action={
        <Button icon="refresh" onClick={onRetry}>
          Try again
        </Button>
      }
    >
      {messageOf(error, 'The server could not be reached. Check your connection.')}
      {requestId && <span className="mt-1 block text-xs break-all text-ink-3">Request ID: {requestId}</span>}
    </EmptyState>
  )
}
