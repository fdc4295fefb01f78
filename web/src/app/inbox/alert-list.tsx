import { Link } from 'wouter'
import { dismissAlert, markAlertsRead, type Alert } from '@/api/alerts'
import { toastFailure } from '@/api/core/failure'
import { selectSite } from '@/api/selected-site'
import { useSites } from '@/api/sites'
import { cx } from '@/lib/cx'
import { ago } from '@/lib/format'
import { Button } from '@/ui/button'

const attempt = (edit: Promise<void>) =>
  void edit.catch((error) => toastFailure(error, 'Failed to update alerts'))

/** The open alerts: each opens what it is about and is read then. */
export function AlertList({
  alerts,
  unread,
  onOpen,
}: {
  alerts: readonly Alert[]
  unread: number
  onOpen: () => void
}) {
  const { sites } = useSites()
  return (
    <section aria-label="Alerts" className="border-b border-line">
      <header className="flex items-center justify-between px-4 pt-2.5">
        <h3 className="text-xs font-medium text-ink-3">Alerts</h3>
        {unread > 0 && (
          <Button size="sm" variant="ghost" onClick={() => attempt(markAlertsRead())}>
            Mark all as read
          </Button>
        )}
      </header>
      <ul className="max-h-72 divide-y divide-line overflow-y-auto">
        {alerts.map((alert) => (
          <li key={alert.id} className="relative flex items-start gap-2 hover:bg-hover">
            {!alert.read && <i className="absolute top-4 left-1.5 size-1.5 rounded-full bg-accent" />}
            <Link
              href={alert.url}
              onClick={() => {
                selectSite(alert.siteId)
                if (!alert.read) attempt(markAlertsRead([alert.id]))
                onOpen()
              }}
              className="min-w-0 flex-1 py-2.5 pl-4 focus-visible:-outline-offset-2"
            >
              <span className={cx('block text-pretty wrap-anywhere', !alert.read && 'font-medium')}>
                {!alert.read && <span className="sr-only">Unread: </span>}
                {alert.title}
              </span>
              {alert.detail && <span className="block text-xs text-ink-2">{alert.detail}</span>}
              <span className="block text-xs text-ink-3">
                {sites?.find(({ id }) => id === alert.siteId)?.name} · {ago(alert.openedAt)}
              </span>
            </Link>
            <Button
              size="sm"
              variant="ghost"
              icon="x"
              aria-label={`Dismiss: ${alert.title}`}
              onClick={() => attempt(dismissAlert(alert.id))}
              className="mt-1.5 mr-2"
            />
          </li>
        ))}
      </ul>
    </section>
  )
}
