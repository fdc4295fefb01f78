import { useUser } from '@/api/session'
import type { Schemas } from '@/api/client'
import { day } from '@/lib/format'
import { Badge } from '@/ui/badge'
import { Card } from '@/ui/card'
import { Meter } from '@/ui/meter'

type User = Schemas['User']

/** Which plan the account is on, and how much is left of its trial. */
export function BillingTab() {
  const { user } = useUser()
  if (!user) return null
  return (
    <Card title="Current Plan">{user.plan === '' ? <Trial user={user} /> : <Plan code={user.plan} />}</Card>
  )
}

const Plan = ({ code }: { code: string }) => (
  <div className="px-4 py-4">
    <p className="text-xl font-semibold">{code.toUpperCase()}</p>
    <p className="text-ink-2">Full access to all features</p>
  </div>
)

function Trial({ user }: { user: User }) {
  const over = user.daysLeft === 0
  const left = Math.floor((100 * user.daysLeft) / Math.max(1, user.trialDays))
  return (
    <div className="max-w-md px-4 py-4">
      <div className="flex items-center gap-2">
        <p className="text-xl font-semibold">Free Trial</p>
        <Badge tone={over ? 'bad' : 'good'}>{over ? 'Ended' : 'Active'}</Badge>
      </div>
      <p className="text-ink-2">{user.trialDays}-day free trial</p>
      <div className="mt-4">
        <Meter label="Days of the trial left" percent={left} />
      </div>
      <p className="num mt-1.5 text-xs text-ink-3">
        {over
          ? `It ended on ${day(user.trialEndsAt)}.`
          : `${user.daysLeft === 1 ? '1 day' : `${user.daysLeft} days`} left, until ${day(user.trialEndsAt)}. No credit card was asked for, so nothing is charged then.`}
      </p>
    </div>
  )
}
