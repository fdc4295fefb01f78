import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import { ApiError, messageOf } from '@/api/core/error'
import { acceptInvitation, switchAccount } from '@/api/settings/members'
import { signOut, useUser } from '@/api/session'
import { useBusy } from '@/lib/interaction/use-busy'
import { Button, buttonClass } from '@/ui/button'
import { Card } from '@/ui/card'
import { Notice } from '@/ui/notice'
import { PageHeader } from '@/ui/page-header'

/** The page of an invitation's link. */
export function Invite() {
  const [path] = useLocation()
  const { user } = useUser()
  const [problem, setProblem] = useState('')
  const [status, setStatus] = useState(0)
  const [busy, run] = useBusy()
  const next = `/api/login?next=${encodeURIComponent(path)}`
  const accept = () =>
    void run(async () => {
      setProblem('')
      try {
        switchAccount((await acceptInvitation(path.split('/').pop() ?? '')).id)
      } catch (error) {
        setStatus(error instanceof ApiError ? error.status : 0)
        setProblem(messageOf(error, 'The server could not be reached. Check your connection and try again.'))
      }
    })
  return (
    <>
      <PageHeader title="Join a team">You were invited to an account of Upslope</PageHeader>
      <Card title="Your invitation" className="max-w-xl">
        <div className="grid gap-4 p-4">
          {user && <p className="text-pretty">You are signed in as {user.email}.</p>}
          {problem !== '' && <Notice tone="bad">{problem}</Notice>}
          <div>
            {status === 404 ? (
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
