import { useState } from 'react'
import { toastFailure } from '@/api/core/failure'
import { extendLink, revokeLink, type SharedReport } from '@/api/links'
import { LabeledSelect } from '@/ui/forms/field'
import { ConfirmDialog, ConfirmText } from '@/ui/overlays/confirm-dialog'
import { lifetimes } from './report-options'

/** Asks how much longer a link is valid. */
export function ExtendDialog({ link, onClose }: { link: SharedReport; onClose: () => void }) {
  const [days, setDays] = useState('30')
  return (
    <ConfirmDialog
      title="Extend the link"
      action="Extend"
      variant="primary"
      onConfirm={() => extendLink(link.id, Number(days))}
      success={{ title: 'Link extended', description: `It works for ${days} days from now.` }}
      onError={(error) => toastFailure(error, 'Failed to extend the link')}
      onClose={onClose}
    >
      <LabeledSelect label="Expires in" value={days} options={lifetimes} onChange={setDays} />
    </ConfirmDialog>
  )
}

/** Confirms the revocation of a link. */
export const RevokeLinkDialog = ({ link, onClose }: { link: SharedReport; onClose: () => void }) => (
  <ConfirmDialog
    title="Revoke the link?"
    action="Revoke"
    onConfirm={() => revokeLink(link.id)}
    success={{ title: 'Link revoked', description: 'The link no longer works.' }}
    onError={(error) => toastFailure(error, 'Failed to revoke the link')}
    onClose={onClose}
  >
    <ConfirmText>
      Anyone with the link to <bdi className="font-medium text-ink">{link.title}</bdi> can no longer open it.
      This can’t be undone, but you can create a new link.
    </ConfirmText>
  </ConfirmDialog>
)
