import { toastFailure } from '@/api/core/failure'
import {
  resendInvitation,
  revokeInvitation,
  type Invitation,
  type SentInvitation,
} from '@/api/settings/members'
import { day } from '@/lib/format'
import { toast } from '@/lib/toast'
import { useBusy } from '@/lib/interaction/use-busy'
import { Badge } from '@/ui/badges/badge'
import { Button } from '@/ui/button'
import { roleLabel } from './roles'

const isPast = (at: string) => new Date(at) <= new Date()

/** One invitation: to whom, until when, and how to send it again or revoke it. */
export function InvitationRow({
  invitation,
  mayResend,
  onSent,
}: {
  invitation: Invitation
  /** The plan includes a team. */
  mayResend: boolean
  onSent: (sent: SentInvitation) => void
}) {
  const [busy, run] = useBusy()
  const { id, email, role, expiresAt, invitedBy } = invitation
  const expired = isPast(expiresAt)
  const act = (work: () => Promise<void>, failure: string) =>
    void run(async () => {
      try {
        await work()
      } catch (error) {
        toastFailure(error, failure)
      }
    })
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3">
      <div className="min-w-0 flex-[1_1_14rem]">
        <p className="truncate font-medium">{email}</p>
        <p className="text-xs text-ink-3">
          {expired ? 'Expired' : 'Expires'} {day(expiresAt)}
          {invitedBy && `, invited by ${invitedBy}`}
        </p>
      </div>
      <Badge tone={expired ? 'warn' : 'neutral'}>{roleLabel(role)}</Badge>
      {mayResend && (
        <Button
          size="sm"
          busy={busy}
          aria-label={`Send the invitation to ${email} again`}
          onClick={() => act(async () => onSent(await resendInvitation(id)), 'Failed to send the invitation')}
        >
          Send again
        </Button>
      )}
      <Button
        size="sm"
        disabled={busy}
        aria-label={`Revoke the invitation to ${email}`}
        onClick={() =>
          act(async () => {
            await revokeInvitation(id)
            toast('Invitation revoked', { description: 'Its link no longer works.', tone: 'good' })
          }, 'Failed to revoke the invitation')
        }
      >
        Revoke
      </Button>
    </li>
  )
}
