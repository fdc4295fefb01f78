import { useState } from 'react'
import { toastFailure } from '@/api/core/failure'
import { extendLink, revokeLink, type SharedReport } from '@/api/links'
import { toast } from '@/lib/toast'
import { useBusy } from '@/lib/use-busy'
import { Button } from '@/ui/button'
import { Dialog, DialogActions } from '@/ui/overlays/dialog'
import { LabelledSelect } from '@/ui/forms/field'
import { lifetimes } from './report-options'

/** Asks how much longer a link opens. */
export function ExtendDialog({ link, onClose }: { link: SharedReport; onClose: () => void }) {
  const [days, setDays] = useState('30')
  const [busy, run] = useBusy()
  const extend = () =>
    run(async () => {
      try {
        await extendLink(link.id, Number(days))
        toast('Link Extended', { description: `It opens for ${days} days from now.`, tone: 'good' })
        onClose()
      } catch (error) {
        toastFailure(error, 'Failed to extend the link')
      }
    })
  return (
    <Dialog open onClose={onClose} title="Extend the link">
      <LabelledSelect label="From now, it opens for" value={days} options={lifetimes} onChange={setDays} />
      <DialogActions>
        <Button onClick={onClose} disabled={busy}>
          Cancel
        </Button>
        <Button variant="primary" busy={busy} onClick={() => void extend()}>
          Extend
        </Button>
      </DialogActions>
    </Dialog>
  )
}

/** Asks before a link opens no more. */
export function RevokeDialog({ link, onClose }: { link: SharedReport; onClose: () => void }) {
  const [busy, run] = useBusy()
  const revoke = () =>
    run(async () => {
      try {
        await revokeLink(link.id)
        toast('Link Revoked', { description: 'It opens for nobody any more.', tone: 'good' })
        onClose()
      } catch (error) {
        toastFailure(error, 'Failed to revoke the link')
      }
    })
  return (
    <Dialog open onClose={onClose} title="Revoke the link?">
      <p className="text-pretty text-ink-2">
        Whoever has the link to <bdi className="font-medium text-ink">{link.title}</bdi> finds nothing there any
        more. This action cannot be undone; a new link can be made.
      </p>
      <DialogActions>
        <Button onClick={onClose} disabled={busy}>
          Cancel
        </Button>
        <Button variant="danger" busy={busy} onClick={() => void revoke()}>
          Revoke
        </Button>
      </DialogActions>
    </Dialog>
  )
}
