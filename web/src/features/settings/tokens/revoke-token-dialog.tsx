import { toastFailure } from '@/api/core/failure'
import { revokeToken, type Token } from '@/api/tokens'
import { toast } from '@/lib/toast'
import { useBusy } from '@/lib/use-busy'
import { Button } from '@/ui/button'
import { Dialog, DialogActions } from '@/ui/overlays/dialog'

/** Asks before a token ends. */
export function RevokeTokenDialog({ token, onClose }: { token: Token; onClose: () => void }) {
  const [busy, run] = useBusy()
  const revoke = () =>
    run(async () => {
      try {
        await revokeToken(token.id)
        toast('Token Revoked', { description: 'No program can use it any more.', tone: 'good' })
        onClose()
      } catch (error) {
        toastFailure(error, 'Failed to revoke the token')
      }
    })
  return (
    <Dialog open onClose={onClose} title="Revoke the token?">
      <p className="text-pretty text-ink-2">
        Programs that use <bdi className="font-medium text-ink">{token.name}</bdi> are refused at once. This
        action cannot be undone; a new token can be made.
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
