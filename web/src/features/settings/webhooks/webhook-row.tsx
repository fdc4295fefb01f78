import { useState } from 'react'
import { toastFailure } from '@/api/core/failure'
import { deleteWebhook, enableWebhook, testWebhook, type Webhook } from '@/api/settings/webhooks'
import { toast } from '@/lib/toast'
import { useBusy } from '@/lib/interaction/use-busy'
import { Badge } from '@/ui/badges/badge'
import { Button } from '@/ui/button'
import { ConfirmDialog, ConfirmText } from '@/ui/overlays/confirm-dialog'
import { RowMenu } from '@/ui/list/list-menu'
import { groupsText } from './events'

/** One webhook: where it goes, what it is told, and whether it works. */
export function WebhookRow({ webhook, onShow }: { webhook: Webhook; onShow: () => void }) {
  const [busy, run] = useBusy()
  const [deleting, setDeleting] = useState(false)
  const { id, name, url, events, enabled, disabledReason, failingSince } = webhook
  const test = () =>
    void run(async () => {
      try {
        const { status, code, problem } = await testWebhook(id)
        if (status === 'delivered')
          toast('Test delivered', { description: `${name} answered ${code}.`, tone: 'good' })
        else toast('Test Failed', { description: problem, tone: 'bad' })
      } catch (error) {
        toastFailure(error, 'Failed to test the webhook')
      }
    })
  const enable = async () => {
    try {
      await enableWebhook(id, !enabled)
    } catch (error) {
      toastFailure(error, 'Failed to change the webhook')
    }
  }
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3">
      <div className="min-w-0 flex-[1_1_16rem]">
        <p className="truncate font-medium">{name}</p>
        <p className="truncate text-ink-2">{url}</p>
        <p className="text-xs text-pretty text-ink-3">{disabledReason || groupsText(events)}</p>
      </div>
      {!enabled && <Badge tone="warn">Disabled</Badge>}
      {enabled && failingSince !== null && <Badge tone="bad">Failing</Badge>}
      <Button size="sm" busy={busy} aria-label={`Test ${name}`} onClick={test}>
        Test
      </Button>
      <RowMenu
        label={`Actions for ${name}`}
        items={[
          { label: 'Deliveries', icon: 'layers', onSelect: onShow },
          {
            label: enabled ? 'Disable' : 'Enable',
            icon: enabled ? 'x' : 'check',
            onSelect: () => void enable(),
          },
          { label: 'Delete', icon: 'trash', onSelect: () => setDeleting(true) },
        ]}
      />
      {deleting && (
        <ConfirmDialog
          title="Delete the webhook?"
          action="Delete"
          onConfirm={() => deleteWebhook(id)}
          success={{ title: 'Webhook deleted' }}
          onError={(error) => toastFailure(error, 'Failed to delete the webhook')}
          onClose={() => setDeleting(false)}
        >
          <ConfirmText>
            {name} is told of nothing any more, and its log is deleted. This can’t be undone.
          </ConfirmText>
        </ConfirmDialog>
      )}
    </li>
  )
}
