import { useState, type FormEvent } from 'react'
import { deleteAccount } from '@/api/account'
import { ApiError } from '@/api/core/error'
import { toastFailure } from '@/api/core/failure'
import { useBusy } from '@/lib/interaction/use-busy'
import { Button } from '@/ui/button'
import { Dialog, DialogActions } from '@/ui/overlays/dialog'
import { TextField } from '@/ui/forms/field'

const consequences = [
  'All sites are deleted with their opportunities, notes, crawls, uploaded files and synced data.',
  'Report links stop working and scheduled reports are no longer sent.',
  'Your plan is canceled immediately. The rest of a paid month is not refunded automatically.',
  'Google sign-ins are revoked and API tokens stop working.',
  'We remember your free trial, so a new account continues with it.',
]

/** Confirms the account's deletion, once its e-mail address was typed. */
export function DeleteAccountDialog({ email, onClose }: { email: string; onClose: () => void }) {
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string>()
  const [busy, run] = useBusy()
  const deleteAndLeave = (event: FormEvent) => {
    event.preventDefault()
    void run(async () => {
      try {
        await deleteAccount(typed)
      } catch (cause) {
        if (cause instanceof ApiError && cause.problem?.field === 'confirm') setError(cause.detail)
        else toastFailure(cause, 'Failed to delete the account')
      }
    })
  }
  return (
    <Dialog open onClose={onClose} title="Delete the account?">
      <form onSubmit={deleteAndLeave} className="space-y-4">
        <p className="text-pretty text-ink-2">This action cannot be undone. At once:</p>
        <ul className="list-disc space-y-1.5 pl-5 text-pretty text-ink-2">
          {consequences.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
        <TextField
          label={`Type ${email} to confirm`}
          type="email"
          autoComplete="off"
          value={typed}
          error={error}
          onChange={(value) => {
            setTyped(value)
            setError(undefined)
          }}
        />
        <DialogActions>
          <Button onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button
            type="submit"
            variant="danger"
            icon="trash"
            busy={busy}
            disabled={typed.trim().toLowerCase() !== email.toLowerCase()}
          >
            Delete account
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
