import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import { ApiError, messageOf } from '@/api/core/error'
import {
  acceptInvitation,
  switchAccount,
  useInvitationOffer,
  type InvitationOffer,
} from '@/api/settings/members'
import { signOut, useUser } from '@/api/session'
import { day, humanize } from '@/lib/format'
import { useBusy } from '@/lib/interaction/use-busy'
import { Button, buttonClass } from '@/ui/button'
import { Card } from '@/ui/card'
import { Notice } from '@/ui/notice'
import { PageHeader } from '@/ui/page-header'

/** The page of an invitation's link. */
export function Invite() {
  const [path] = useLocation()
  const { user } = useUser()
  const token = path.split('/').pop() ?? ''
  const { offer, error: offerError } = useInvitationOffer(token)
  const [problem, setProblem] = useState('')
  const [status, setStatus] = useState(0)
  const [busy, run] = useBusy()
  const next = `/api/login?next=${encodeURIComponent(path)}`
  const accept = () =>
    void run(async () => {
      setProblem('')
      try {
        switchAccount((await acceptInvitation(token)).id)
      } catch (error) {
        setStatus(error instanceof ApiError ? error.status : 0)
        setProblem(messageOf(error, 'The server could not be reached. Check your connection and try again.'))
      }
    })
  const gone = offerError instanceof ApiError && offerError.status === 404 ? offerError.detail : ''
  const said = problem || gone
  return (
    <>
      <PageHeader title="Join a team">You were invited to an account of Upslope</PageHeader>
      <Card title="Your invitation" className="max-w-xl">
        <div className="grid gap-4 p-4">
          {offer && <Offer {...offer} />}
          {user && <p className="text-pretty">You are signed in as {user.email}.</p>}
          {said !== '' && <Notice tone="bad">{said}</Notice>}
          <div>
            {status === 404 || gone !== '' ? (
              <Link href="/overview" className={buttonClass()}>
                Go to the overview
              </Link>
            ) : (
              <Button
                variant="primary"
                busy={busy}
                onClick={status === 403 ? () => void run(() => signOut(next)) : accept}
              >
                {status === 403 ? 'Sign in as someone else' : 'Accept the invitation'}
              </Button>
            )}
          </div>
        </div>
      </Card>
    </>
  )
}

/** Who invites to which account, as what and until when. */
function Offer({ account, invitedBy, role, expiresAt }: InvitationOffer) {
  return (
    <div className="text-pretty">
      <p className="font-medium wrap-anywhere">
        {invitedBy === ''
          ? `You are invited to ${account}`
          : `${invitedBy} invites you to ${account === invitedBy ? 'their account' : account}`}
      </p>
      <p className="mt-1 text-ink-2">Your role: {humanize(role)}</p>
      <p className="mt-1 text-xs text-ink-3">Expires on {day(expiresAt)}</p>
    </div>
  )
}
