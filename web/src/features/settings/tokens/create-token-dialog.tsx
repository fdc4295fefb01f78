import { useState, type FormEvent } from 'react'
import { ApiError, messageOf } from '@/api/core/error'
import { createToken, type Token } from '@/api/tokens'
import { useBusy } from '@/lib/interaction/use-busy'
import { Button } from '@/ui/button'
import { Dialog, DialogActions } from '@/ui/overlays/dialog'
import { LabeledSelect, TextField } from '@/ui/forms/field'
import { Notice } from '@/ui/notice'
import { CopyBox } from './copy-box'

const scopes = [
  { value: 'read', label: 'Read only' },
  { value: 'write', label: 'Read and write' },
] as const

const lifetimes = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: '1 year' },
  { value: '', label: 'Never' },
] as const

/** Creates a token and shows it this once. */
export function CreateTokenDialog({ onClose }: { onClose: () => void }) {
  const [created, setCreated] = useState('')
  return created === '' ? (
    <TokenForm onMade={setCreated} onClose={onClose} />
  ) : (
    <Dialog open onClose={onClose} title="Copy your token">
      <p className="mb-3 text-pretty text-ink-2">This is the only time we show it. Store it like a password.</p>
      <CopyBox label="Copy the token" copied="Token copied" text={created} />
      <DialogActions>
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      </DialogActions>
    </Dialog>
  )
}

function TokenForm({ onMade, onClose }: { onMade: (token: string) => void; onClose: () => void }) {
  const [name, setName] = useState('')
  const [scope, setScope] = useState<Token['scope']>('read')
  const [days, setDays] = useState<(typeof lifetimes)[number]['value']>('90')
  const [errors, setErrors] = useState({ name: '', form: '' })
  const [busy, run] = useBusy()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void run(async () => {
      setErrors({ name: '', form: '' })
      try {
        onMade(await createToken({ name, scope, ...(days !== '' && { expiresInDays: Number(days) }) }))
      } catch (error) {
        const isNameError = error instanceof ApiError && error.problem?.field === 'name'
        const message = messageOf(error, 'The token could not be created.')
        setErrors(isNameError ? { name: message, form: '' } : { name: '', form: message })
      }
    })
  }
  return (
    <Dialog open onClose={onClose} title="Create a token">
      <form noValidate onSubmit={submit} className="space-y-4">
        <TextField
          label="Name"
          data-autofocus
          autoComplete="off"
          placeholder="Weekly dashboard"
          value={name}
          error={errors.name}
          hint="Name of the program that will use it."
          onChange={(text) => {
            setName(text)
            setErrors({ name: '', form: '' })
          }}
        />
        <div className="grid grid-cols-2 gap-3">
          <LabeledSelect label="It may" value={scope} options={scopes} onChange={setScope} />
          <LabeledSelect label="Expires after" value={days} options={lifetimes} onChange={setDays} />
        </div>
        <p className="text-xs text-pretty text-ink-3">
          {scope === 'write'
            ? 'Can add and delete sites, change opportunities and send reports. Can’t pay, create tokens or delete the account.'
            : 'Can read everything in all your sites, but change nothing.'}
        </p>
        {errors.form !== '' && <Notice tone="bad">{errors.form}</Notice>}
        <DialogActions>
          <Button onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" busy={busy}>
            Create token
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
