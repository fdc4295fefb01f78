import { Popover, PopoverButton, PopoverPanel } from '@headlessui/react'
import { useState } from 'react'
import { useActivity } from '@/api/activity'
import { cx } from '@/lib/cx'
import { ago } from '@/lib/format'
import { buttonClass } from '@/ui/button'
import { Icon } from '@/ui/icons'

/** When the recent activity was last looked at, in this browser. */
const storageKey = 'activityOpenedAt'

/** The recent activity behind a bell; a dot says that some of it is newer than the last look. */
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
    <Popover>
      <PopoverButton
        aria-label={unread ? 'Notifications, unread' : 'Notifications'}
        onClick={markRead}
        className={cx(buttonClass('ghost'), 'aspect-square px-0!')}
      >
        <Icon name="bell" />
        {unread && (
          <span
            data-testid="unread-dot"
            className="absolute top-1.5 right-1.5 size-2 rounded-full bg-bad ring-2 ring-canvas"
          />
        )}
      </PopoverButton>
      <PopoverPanel
        anchor={{ to: 'bottom end', gap: 6, padding: 8 }}
        transition
        focus
        aria-label="Recent activity"
        className="z-50 w-80 rounded-lg bg-raised shadow-pop transition duration-100 outline-none data-closed:opacity-0"
      >
        <h2 className="border-b border-line px-4 py-2.5 font-semibold">Recent activity</h2>
        {activity.length === 0 ? (
          <p className="px-4 py-6 text-center text-ink-2">Nothing has happened yet.</p>
        ) : (
          <ul className="max-h-96 divide-y divide-line overflow-y-auto">
            {activity.map((entry) => (
              <li key={entry.id} className="px-4 py-2.5">
                <p className="break-words">{entry.text}</p>
                <p className="text-xs text-ink-3">{ago(entry.createdAt)}</p>
              </li>
            ))}
          </ul>
        )}
      </PopoverPanel>
    </Popover>
  )
}
