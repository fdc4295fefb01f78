import { toastFailure } from '@/api/core/failure'
import { revokeToken, type Token } from '@/api/tokens'
import { ConfirmDialog, ConfirmText } from '@/ui/overlays/confirm-dialog'

/** Confirms the revocation of a token. */
export const RevokeTokenDialog = ({ token, onClose }: { token: Token; onClose: () => void }) => (
  <ConfirmDialog
    title="Revoke the token?"
    action="Revoke"
    onConfirm={() => revokeToken(token.id)}
    success={{ title: 'Token Revoked', description: 'No program can use it any more.' }}
    onError={(error) => toastFailure(error, 'Failed to revoke the token')}
    onClose={onClose}
  >
    <ConfirmText>
      Programs that use <bdi className="font-medium text-ink">{token.name}</bdi> are refused at once. This
      action cannot be undone; a new token can be made.
    </ConfirmText>
  </ConfirmDialog>
)
