import { useState } from 'react'
import { useWebhooks, type Webhook } from '@/api/settings/webhooks'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { EmptyState } from '@/ui/empty-state'
import { LoadError } from '@/ui/load-error'
import { SkeletonRows } from '@/ui/skeleton'
import { AddWebhookDialog } from './add-webhook-dialog'
import { DeliveriesDialog } from './deliveries-dialog'
import { WebhookRow } from './webhook-row'

/** The webhooks of the account: other tools that are told of its events. */
export function WebhooksCard() {
  const { webhooks, loading, error, reload } = useWebhooks()
  const [adding, setAdding] = useState(false)
  const [shown, setShown] = useState<Webhook | null>(null)
  const add = (
    <Button icon="plus" onClick={() => setAdding(true)}>
      Add webhook
    </Button>
  )
  const has = webhooks !== undefined && webhooks.length > 0
  return (
    <Card
      title="Webhooks"
      subtitle="Tell Slack, Microsoft Teams or your own tools what happens"
      aside={has && add}
    >
      {loading && <SkeletonRows rows={1} label="Loading the webhooks" />}
      {error && <LoadError error={error} onRetry={() => void reload()} />}
      {webhooks?.length === 0 && (
        <EmptyState compact icon="external" title="No webhooks yet" action={add}>
          Get a message when a crawl is done, a connection breaks or new opportunities come up.
        </EmptyState>
      )}
      {has && (
        <ul aria-label="Webhooks" className="divide-y divide-line">
          {webhooks.map((webhook) => (
            <WebhookRow key={webhook.id} webhook={webhook} onShow={() => setShown(webhook)} />
          ))}
        </ul>
      )}
      {adding && <AddWebhookDialog onClose={() => setAdding(false)} />}
      {shown && <DeliveriesDialog webhook={shown} onClose={() => setShown(null)} />}
    </Card>
  )
}
