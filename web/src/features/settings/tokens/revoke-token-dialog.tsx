import { toastFailure } from '@/api/core/failure'
import { revokeToken, type Token } from '@/api/tokens'
import { ConfirmDialog, ConfirmText } from '@/ui/overlays/confirm-dialog'

/** Confirms the revocation of a token. */
export const RevokeTokenDialog = ({ token, onClose }: { token: Token; onClose: () => void }) => (
  <ConfirmDialog
    title="Revoke the token?"
    action="Revoke"
    onConfirm={() => revokeToken(token.id)}
    success={{ title: 'Token revoked', description: 'It no longer works.' }}
    onError={(error) => toastFailure(error, 'Failed to revoke the token')}
    onClose={onClose}
  >
    <ConfirmText>
      Programs that use <bdi className="font-medium text-ink">{token.name}</bdi> stop working immediately. This
      can’t be undone, but you can create a new token.
    </ConfirmText>
  </ConfirmDialog>
)
