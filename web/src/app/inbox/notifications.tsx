import { Suspense, useState } from 'react'
import { useLocation } from 'wouter'
import { useActivity } from '@/api/activity'
import { useAlerts } from '@/api/alerts'
import type { Schemas } from '@/api/core/client'
import { useSiteQuery } from '@/api/selected-site'
import { lazyPart } from '@/lib/parts/lazy-part'
import { Icon } from '@/ui/icons'
import { Popover } from '@/ui/overlays/popover'
import { SkeletonRows } from '@/ui/skeleton'
import { ErrorBoundary } from '../error-boundary'

/** The time of the newest activity that was opened in this browser. */
const storageKey = 'activityOpenedAt'

const Inbox = lazyPart(async () => ({ default: (await import('./inbox')).Inbox }))

/**
 * Open alerts and the recent activity in a popover, each of which opens what it is about, with the changes of
 * this visit that can be undone. A dot marks unread alerts and activity newer than the last one opened.
 */
export function Notifications({ user }: { user: Schemas['User'] | undefined }) {
  const [path] = useLocation()
  const isClient = user?.role === 'client'
  const site = useSiteQuery()
  const { activity } = useActivity(user && !isClient ? { limit: 20 } : null)
  // A client reads notifications of one site at a time.
  const asked = user?.demo === false && (isClient ? site : {})
  const { alerts = [], unread: unreadAlerts } = useAlerts(asked ? { ...asked, limit: 20 } : null)
  const [openedAt, setOpenedAt] = useState(() => localStorage.getItem(storageKey) ?? '')
  const newest = activity?.[0]?.createdAt ?? ''
  const unread = unreadAlerts > 0 || Date.parse(newest) > (Date.parse(openedAt) || 0)
  function markRead() {
    if (newest === '') return
    localStorage.setItem(storageKey, newest)
    setOpenedAt(newest)
  }
  return (
    <Popover
      label={unread ? 'Notifications, unread' : 'Notifications'}
      title="Notifications"
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
      {(close) => (
        <ErrorBoundary path={path} inside name="Notifications">
          <Suspense fallback={<SkeletonRows rows={3} label="Loading notifications" />}>
            <Inbox
              alerts={alerts}
              unread={unreadAlerts}
              activity={isClient ? undefined : (activity ?? [])}
              onOpen={close}
            />
          </Suspense>
        </ErrorBoundary>
      )}
    </Popover>
  )
}
