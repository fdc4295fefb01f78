import { useState, type FormEvent } from 'react'
import { ApiError, messageOf } from '@/api/core/error'
import { invite, type Role, type SentInvitation } from '@/api/settings/members'
import { useBusy } from '@/lib/interaction/use-busy'
import { Button } from '@/ui/button'
import { LabeledSelect, TextField } from '@/ui/forms/field'
import { Notice } from '@/ui/notice'
import { Dialog, DialogActions } from '@/ui/overlays/dialog'
import { CopyBox } from '../tokens/copy-box'
import { AccessFields, type Access } from './access-fields'
import { roles } from './roles'

const invitable = roles.filter(({ value }) => value !== 'owner')

/** Invites somebody by email. */
export function InviteDialog({
  onSent,
  onClose,
}: {
  onSent: (sent: SentInvitation) => void
  onClose: () => void
}) {
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<Role>('member')
  const [access, setAccess] = useState<Access>({ siteIds: [], clientIds: [] })
  const [errors, setErrors] = useState({ email: '', form: '' })
  const [busy, run] = useBusy()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void run(async () => {
      setErrors({ email: '', form: '' })
      try {
        onSent(await invite(email, role, access))
      } catch (error) {
        const message = messageOf(error, 'The invitation could not be sent.')
        const isEmail = error instanceof ApiError && error.problem?.field === 'email'
        setErrors(isEmail ? { email: message, form: '' } : { email: '', form: message })
      }
    })
  }
  return (
    <Dialog open onClose={onClose} title="Invite someone">
      <form noValidate onSubmit={submit} className="space-y-4">
        <TextField
          label="Email"
          data-autofocus
          type="email"
          autoComplete="off"
          placeholder="sam@example.com"
          value={email}
          error={errors.email}
          onChange={setEmail}
        />
        <LabeledSelect label="Role" value={role} options={invitable} onChange={setRole} />
        <p className="text-xs text-pretty text-ink-3">{roles.find(({ value }) => value === role)?.hint}</p>
        {role === 'client' && <AccessFields access={access} onChange={setAccess} />}
        {errors.form !== '' && <Notice tone="bad">{errors.form}</Notice>}
        <DialogActions>
          <Button onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" busy={busy}>
            Send invitation
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

/** Shows the link of an invitation this once. */
export const LinkDialog = ({ sent, onClose }: { sent: SentInvitation; onClose: () => void }) => (
  <Dialog open onClose={onClose} title={sent.mailed ? 'Invitation sent' : 'Pass the link on'}>
    <p className="mb-3 text-pretty text-ink-2">
      {sent.mailed
        ? `${sent.invitation.email} got an email. You can pass the link on as well; it works only for that address.`
        : `No email was sent. Give this link to ${sent.invitation.email}; it works only for that address.`}
    </p>
    <CopyBox label="Copy the link" copied="Link Copied" text={sent.acceptUrl} />
    <DialogActions>
      <Button variant="primary" onClick={onClose}>
        Done
      </Button>
    </DialogActions>
  </Dialog>
)
