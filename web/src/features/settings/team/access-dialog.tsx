import { useState, type FormEvent } from 'react'
import { messageOf } from '@/api/core/error'
import { editMember, type Member } from '@/api/settings/members'
import { toast } from '@/lib/toast'
import { useBusy } from '@/lib/interaction/use-busy'
import { Button } from '@/ui/button'
import { Notice } from '@/ui/notice'
import { Dialog, DialogActions } from '@/ui/overlays/dialog'
import { AccessFields } from './access-fields'

/** Changes what somebody of the role client sees. */
export function AccessDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const [access, setAccess] = useState({ siteIds: member.siteIds, clientIds: member.clientIds })
  const [error, setError] = useState('')
  const [busy, run] = useBusy()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void run(async () => {
      setError('')
      try {
        await editMember(member.id, 'client', access)
        toast('Access changed', { tone: 'good' })
        onClose()
      } catch (failure) {
        setError(messageOf(failure, 'The access could not be changed.'))
      }
    })
  }
  return (
    <Dialog open onClose={onClose} title={`Access of ${member.email}`}>
      <form noValidate onSubmit={submit} className="space-y-4">
        <AccessFields access={access} onChange={setAccess} />
        {error && <Notice tone="bad">{error}</Notice>}
        <DialogActions>
          <Button onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" busy={busy}>
            Save access
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
