import { useState, type FormEvent } from 'react'
import { ApiError, messageOf } from '@/api/core/error'
import { addWebhook, type Webhook } from '@/api/settings/webhooks'
import { useBusy } from '@/lib/interaction/use-busy'
import { Button } from '@/ui/button'
import { LabeledSelect, TextField } from '@/ui/forms/field'
import { Notice } from '@/ui/notice'
import { Dialog, DialogActions } from '@/ui/overlays/dialog'
import { CopyBox } from '../tokens/copy-box'
import { eventGroups } from './events'

const kinds: readonly { value: Webhook['kind']; label: string }[] = [
  { value: 'slack', label: 'Slack' },
  { value: 'teams', label: 'Microsoft Teams' },
  { value: 'standard', label: 'Your own tool' },
]

const hints: Record<Webhook['kind'], string> = {
  slack: 'In Slack, create an incoming webhook for a channel and paste its URL.',
  teams: 'In Teams, create a workflow that posts webhook requests to a channel and paste its URL.',
  standard: 'It gets JSON, signed as Standard Webhooks. You see the secret once.',
}

/** Adds a webhook; the secret of one's own tool is shown once. */
export function AddWebhookDialog({ onClose }: { onClose: () => void }) {
  const [secret, setSecret] = useState('')
  return secret === '' ? (
    <WebhookForm
      onMade={(kind, made) => (kind === 'standard' ? setSecret(made) : onClose())}
      onClose={onClose}
    />
  ) : (
    <Dialog open onClose={onClose} title="Copy the secret">
      <p className="mb-3 text-pretty text-ink-2">
        Your tool checks the signature with it. This is the only time we show it.
      </p>
      <CopyBox label="Copy the secret" copied="Secret copied" text={secret} />
      <DialogActions>
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      </DialogActions>
    </Dialog>
  )
}

type FormProps = { onMade: (kind: Webhook['kind'], secret: string) => void; onClose: () => void }

function WebhookForm({ onMade, onClose }: FormProps) {
  const [name, setName] = useState('')
  const [url, setUrl] = useState('')
  const [kind, setKind] = useState<Webhook['kind']>('slack')
  const [chosen, setChosen] = useState<string[]>(['found', 'connections'])
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [busy, run] = useBusy()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void run(async () => {
      setErrors({})
      const events = eventGroups.filter(({ value }) => chosen.includes(value)).flatMap((group) => group.events)
      try {
        onMade(kind, (await addWebhook({ name, url, kind, events })).secret)
      } catch (error) {
        const field = error instanceof ApiError ? error.problem?.field : undefined
        const place = field === 'name' || field === 'url' ? field : 'form'
        setErrors({ [place]: messageOf(error, 'The webhook could not be added.') })
      }
    })
  }
  return (
    <Dialog open onClose={onClose} title="Add a webhook">
      <form noValidate onSubmit={submit} className="space-y-4">
        <LabeledSelect label="Send to" value={kind} options={kinds} onChange={setKind} />
        <TextField
          label="Name"
          autoComplete="off"
          placeholder="#marketing"
          value={name}
          error={errors.name}
          onChange={setName}
        />
        <TextField
          label="URL"
          type="url"
          autoComplete="off"
          placeholder="https://"
          value={url}
          error={errors.url}
          hint={hints[kind]}
          onChange={setUrl}
        />
        <fieldset>
          <legend className="mb-1 font-medium">Tell it of</legend>
          {eventGroups.map(({ value, label }) => (
            <label key={value} className="flex min-h-8 items-center gap-2">
              <input
                type="checkbox"
                className="size-4 shrink-0"
                checked={chosen.includes(value)}
                onChange={(event) =>
                  setChosen(event.target.checked ? [...chosen, value] : chosen.filter((one) => one !== value))
                }
              />
              {label}
            </label>
          ))}
        </fieldset>
        {errors.form && <Notice tone="bad">{errors.form}</Notice>}
        <DialogActions>
          <Button onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" busy={busy}>
            Add webhook
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
