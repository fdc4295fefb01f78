import { toastFailure } from '@/api/core/failure'
import { replayDelivery, useDeliveries, type Delivery, type Webhook } from '@/api/settings/webhooks'
import { ago, dateTime } from '@/lib/format'
import { toast } from '@/lib/toast'
import { Badge } from '@/ui/badges/badge'
import { Button } from '@/ui/button'
import { LoadError } from '@/ui/load-error'
import { Dialog } from '@/ui/overlays/dialog'
import { SkeletonRows } from '@/ui/skeleton'

const states = {
  waiting: { label: 'Waiting', tone: 'warn' },
  delivered: { label: 'Delivered', tone: 'good' },
  failed: { label: 'Failed', tone: 'bad' },
} as const

/** What a webhook was sent, and a way to send it again. */
export function DeliveriesDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { deliveries, loading, error, reload } = useDeliveries(webhook.id)
  return (
    <Dialog open onClose={onClose} title={`Deliveries to ${webhook.name}`}>
      {loading && <SkeletonRows rows={3} />}
      {error && <LoadError error={error} onRetry={() => void reload()} />}
      {deliveries?.length === 0 && <p className="text-ink-2">Nothing was sent yet.</p>}
      <ul aria-label="Deliveries" className="max-h-96 divide-y divide-line overflow-y-auto">
        {deliveries?.map((delivery) => (
          <DeliveryRow key={delivery.id} webhook={webhook} delivery={delivery} />
        ))}
      </ul>
    </Dialog>
  )
}

function DeliveryRow({ webhook, delivery }: { webhook: Webhook; delivery: Delivery }) {
  const { id, text, status, attempts, code, problem, createdAt, event, nextAttemptAt } = delivery
  const replay = async () => {
    try {
      await replayDelivery(webhook.id, id)
      toast('Event sent again', { tone: 'good' })
    } catch (error) {
      toastFailure(error, 'Failed to send the event again')
    }
  }
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
      <div className="min-w-0 flex-[1_1_14rem]">
        <p className="text-pretty wrap-anywhere">{text}</p>
        <p className="text-xs text-ink-3">
          {event}, {ago(createdAt)}
          {attempts > 0 && `, ${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}`}
          {code > 0 && `, answered ${code}`}
        </p>
        {problem !== '' && <p className="text-xs text-bad-ink">{problem}</p>}
        {webhook.enabled && status === 'waiting' && attempts > 0 && nextAttemptAt !== null && (
          <p className="text-xs text-ink-3">Next try {nextTry(nextAttemptAt)}</p>
        )}
      </div>
      <Badge tone={states[status].tone}>{states[status].label}</Badge>
      <Button size="sm" onClick={() => void replay()}>
        Send again
      </Button>
    </li>
  )
}

/** "at 2:05 PM"; with its day unless that is today. */
function nextTry(at: string, now = new Date()) {
  const next = new Date(at)
  if (next <= now) return 'in a moment'
  if (next.toDateString() !== now.toDateString()) return `on ${dateTime(next)}`
  const { lang } = document.documentElement
  return `at ${next.toLocaleTimeString(lang || 'en', { hour: 'numeric', minute: '2-digit' })}`
}
