import { useNextEmail, type NextEmail, type NotificationSettings } from '@/api/settings/notifications'
import { dateTime } from '@/lib/format'
import { LoadError } from '@/ui/load-error'
import { Dialog } from '@/ui/overlays/dialog'
import { Skeleton } from '@/ui/skeleton'

type EmailPreviewProps = { open: boolean; onClose: () => void; settings: NotificationSettings }

/** The user's next email about alerts, as it would go out now. */
export function EmailPreview({ open, onClose, settings }: EmailPreviewProps) {
  const { email, loading, error, reload } = useNextEmail(open)
  return (
    <Dialog wide open={open} onClose={onClose} title="Your next email">
      {loading && <Skeleton className="h-40 w-full" />}
      {error && <LoadError error={error} onRetry={() => void reload()} />}
      {email && <p className="text-pretty text-ink-2">{whenText(email, settings)}</p>}
      {email && email.alerts > 0 && (
        <div className="mt-4 overflow-hidden rounded-lg border border-line">
          <p className="border-b border-line px-4 py-2 wrap-anywhere">
            <span className="text-ink-3">Subject:</span> <span className="font-medium">{email.subject}</span>
          </p>
          {/* Neither scripts nor requests; links open in a tab of their own. */}
          <iframe
            title="Preview of the email"
            sandbox="allow-popups allow-popups-to-escape-sandbox"
            srcDoc={email.html}
            className="h-[min(55dvh,32rem)] w-full bg-canvas"
          />
        </div>
      )}
    </Dialog>
  )
}

/** When the email goes out, and with nothing to report, when one would. */
function whenText({ alerts, quiet, canSend, sendsAt }: NextEmail, settings: NotificationSettings) {
  if (!canSend) return 'Email isn’t set up on this server. Ask your administrator.'
  const { email, quietFrom, quietTo } = settings
  if (alerts > 0) {
    if (sendsAt) return `Goes out ${dateTime(sendsAt)}.`
    return quiet ? 'Goes out when your quiet hours end.' : 'Goes out within a minute.'
  }
  const nothing = 'Nothing to report right now.'
  if (sendsAt) return `${nothing} If an alert opens, the next email goes out ${dateTime(sendsAt)}.`
  const hasQuiet = email === 'instant' && quietFrom !== quietTo
  return `${nothing} You get an email as soon as an alert opens${hasQuiet ? ', outside your quiet hours' : ''}.`
}
