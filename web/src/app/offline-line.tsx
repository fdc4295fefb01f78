import { useSyncExternalStore } from 'react'
import { windowEvents } from '@/lib/interaction/window-events'
import { Icon } from '@/ui/icons'

const subscribe = windowEvents('online', 'offline')

/** Says that the browser has no connection, while that is so. */
export function OfflineLine() {
  const online = useSyncExternalStore(subscribe, () => navigator.onLine)
  return (
    <div role="status">
      {!online && (
        <p className="flex items-center gap-2 border-b border-line bg-warn-soft px-4 py-2 text-warn-ink md:px-6">
          <Icon name="alert" className="shrink-0" />
          You are offline. What you see may be out of date, and changes are not saved.
        </p>
      )}
    </div>
  )
}
