import { useState } from 'react'
import { useActivity } from '@/api/activity'
import { ago } from '@/lib/format'
import { Icon } from '@/ui/icons'
import { Popover } from '@/ui/overlays/popover'

/** The time of the newest activity that was opened in this browser. */
const storageKey = 'activityOpenedAt'

/** The recent activity in a popover; a dot marks activity newer than the last one opened. */
export function Notifications({ ready }: { ready: boolean }) {
  const { activity = [] } = useActivity(ready ? { limit: 20 } : null)
  const [openedAt, setOpenedAt] = useState(() => localStorage.getItem(storageKey) ?? '')
  const newest = activity[0]?.createdAt ?? ''
  const unread = Date.parse(newest) > (Date.parse(openedAt) || 0)
  function markRead() {
    if (newest === '') return
    localStorage.setItem(storageKey, newest)
    setOpenedAt(newest)
  }
  return (
    <Popover
      label={unread ? 'Notifications, unread' : 'Notifications'}
      title="Recent activity"
      onOpen={markRead}
      button={
        <>
          <Icon name="bell" />
          {unread && (
            <span
              data-testid="unread-dot"
              className="absolute top-1.5 right-1.5 size-2 rounded-full bg-bad ring-2 ring-canvas"
            />
          )}
        </>
      }
    >
      {activity.length === 0 ? (
        <p className="px-4 py-6 text-center text-ink-2">No activity yet.</p>
      ) : (
        // What scrolls must be reachable by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <ul tabIndex={0} className="max-h-96 divide-y divide-line overflow-y-auto">
          {activity.map((entry) => (
            <li key={entry.id} className="px-4 py-2.5">
              <p className="break-words">{entry.text}</p>
              <p className="text-xs text-ink-3">{ago(entry.createdAt)}</p>
            </li>
          ))}
        </ul>
      )}
    </Popover>
  )
}
