import { useState, type FormEvent } from 'react'
import { ApiError, messageOf } from '@/api/core/error'
import { addTracker, trackerNames, type Tracker } from '@/api/settings/trackers'
import { toast } from '@/lib/toast'
import { useBusy } from '@/lib/interaction/use-busy'
import { Button } from '@/ui/button'
import { LabeledSelect, TextField } from '@/ui/forms/field'
import { Notice } from '@/ui/notice'
import { Dialog, DialogActions } from '@/ui/overlays/dialog'

const kinds = (['github', 'jira', 'linear'] as const).map((value) => ({ value, label: trackerNames[value] }))

const words: Record<Tracker['kind'], { project: string; placeholder: string; token: string; hint: string }> = {
  github: {
    project: 'Repository',
    placeholder: 'acme/website',
    token: 'Access token',
    hint: 'In GitHub, create a fine-grained token for this repository that can read and write issues.',
  },
  jira: {
    project: 'Project key',
    placeholder: 'WEB',
    token: 'API token',
    hint: 'In your Atlassian account, under Security, create an API token.',
  },
  linear: {
    project: 'Team identifier',
    placeholder: 'WEB',
    token: 'API key',
    hint: 'In Linear, under Security & access, create a personal API key that can read and create issues.',
  },
}

const empty = { name: '', project: '', baseUrl: '', email: '', token: '' }

/** Connects an issue tracker, once it has been tried. */
export function AddTrackerDialog({ onClose }: { onClose: () => void }) {
  const [kind, setKind] = useState<Tracker['kind']>('github')
  const [fields, setFields] = useState(empty)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [busy, run] = useBusy()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void run(async () => {
      setErrors({})
      try {
        await addTracker({ ...fields, name: fields.name || trackerNames[kind], kind })
        toast('Tracker connected', { description: 'Open an opportunity to send it there.', tone: 'good' })
        onClose()
      } catch (error) {
        const field = error instanceof ApiError ? error.problem?.field : undefined
        setErrors({
          [field && field in empty ? field : 'form']: messageOf(error, 'The tracker could not be connected.'),
        })
      }
    })
  }
  const text = (name: keyof typeof empty, label: string, rest: { placeholder?: string; hint?: string }) => (
    <TextField
      label={label}
      name={name}
      autoComplete="off"
      type={name === 'token' ? 'password' : 'text'}
      value={fields[name]}
      error={errors[name]}
      onChange={(value) => setFields({ ...fields, [name]: value })}
      {...rest}
    />
  )
  const { project, placeholder, token, hint } = words[kind]
  return (
    <Dialog open onClose={onClose} title="Connect a tracker">
      <form noValidate onSubmit={submit} className="space-y-4">
        <LabeledSelect label="System" value={kind} options={kinds} onChange={setKind} />
        {kind === 'jira' && text('baseUrl', 'Jira site', { placeholder: 'https://acme.atlassian.net' })}
        {text('project', project, { placeholder })}
        {kind === 'jira' && text('email', 'Email of the Jira user', { placeholder: 'you@example.com' })}
        {text('token', token, { hint })}
        {text('name', 'Name in Upslope', { placeholder: trackerNames[kind] })}
        {errors.form && <Notice tone="bad">{errors.form}</Notice>}
        <DialogActions>
          <Button onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" busy={busy}>
            Connect
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
