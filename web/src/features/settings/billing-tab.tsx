import { Link } from 'wouter'
import { startPortal, useBilling, type Billing } from '@/api/billing'
import type { Schemas } from '@/api/core/client'
import { ApiError } from '@/api/core/error'
import { toastFailure } from '@/api/core/failure'
import { useUser } from '@/api/session'
import { day, daysLeft } from '@/lib/format'
import { toast } from '@/lib/toast'
import { useBusy } from '@/lib/interaction/use-busy'
import { Badge } from '@/ui/badges/badge'
import { Button, buttonClass } from '@/ui/button'
import { Card } from '@/ui/card'
import { Meter } from '@/ui/meter'
import { Notice } from '@/ui/notice'

type User = Schemas['User']

/** The account's plan, trial and invoices. */
export function BillingTab() {
  const { user } = useUser()
  const { billing } = useBilling()
  if (!user) return null
  return (
    <div className="space-y-4">
      {user.plan === '' && <UpgradeBanner ended={user.daysLeft === 0} />}
      <Card title="Current Plan">
        {user.plan === '' ? <Trial user={user} /> : <Plan code={user.plan} billing={billing} />}
      </Card>
      <Management billing={billing} />
    </div>
  )
}

const UpgradeBanner = ({ ended }: { ended: boolean }) => (
  <section
    aria-label="Upgrade"
    className="card @container flex flex-wrap items-center gap-x-4 gap-y-3 border-accent px-4 py-4"
  >
    <div className="min-w-0 flex-1 basis-64">
      <p className="font-semibold">
        {ended ? 'Your free trial has ended' : 'Keep everything after your trial'}
      </p>
      <p className="text-pretty text-ink-2">
        {ended
          ? 'Your data stays readable. Choose a plan to resume syncing.'
          : 'Choose a plan at any time: your remaining trial days stay free.'}
      </p>
    </div>
    <Link href="/subscribe" className={buttonClass('primary')}>
      Upgrade Now
    </Link>
  </section>
)

function Plan({ code, billing }: { code: string; billing: Billing | undefined }) {
  const name = (id: string) => billing?.plans.find((plan) => plan.id === id)?.name ?? id
  return (
    <div className="px-4 py-4">
      <p className="text-xl font-semibold">{code.toUpperCase()}</p>
      <p className="text-ink-2">Full access to all features</p>
      {billing && <p className="mt-3 text-ink-2">{next(billing, name)}</p>}
      {billing?.graceEndsAt && (
        <Notice tone="bad" className="mt-3">
          The last payment failed. Your plan stays active until {day(billing.graceEndsAt)}; update your payment
          in the billing portal to keep it.
        </Notice>
      )}
      <Link href="/subscribe" className={`${buttonClass()} mt-4`}>
        Change plan
      </Link>
    </div>
  )
}

/** What happens to the plan next, in a sentence. */
function next({ cancelsAt, nextPlan, periodEndsAt, status }: Billing, name: (id: string) => string) {
  if (cancelsAt) return `Canceled; ends on ${day(cancelsAt)}.`
  if (nextPlan !== '' && periodEndsAt) return `Changes to ${name(nextPlan)} on ${day(periodEndsAt)}.`
  if (periodEndsAt && status === 'trialing')
    return `First payment on ${day(periodEndsAt)}, when your free trial ends.`
  return periodEndsAt ? `Next payment on ${day(periodEndsAt)}.` : ''
}

function Management({ billing }: { billing: Billing | undefined }) {
  const [busy, run] = useBusy()
  const open = () =>
    void run(async () => {
      // Opened in the click itself: browsers block windows that are opened later.
      const tab = window.open('', '_blank')
      try {
        const url = await startPortal()
        if (tab) {
          tab.opener = null
          tab.location.href = url
        } else location.assign(url)
      } catch (error) {
        tab?.close()
        if (error instanceof ApiError && error.status === 503)
          toast('Error', { description: error.detail, tone: 'bad' })
        else toastFailure(error, 'Failed to open billing portal')
      }
    })
  return (
    <Card
      title="Billing Management"
      subtitle={billing?.testMode ? 'Test mode: nothing is charged.' : undefined}
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3 px-4 py-4">
        <p className="min-w-0 flex-1 basis-64 text-pretty text-ink-2">
          See your invoices, change your card or cancel your plan.
        </p>
        <Button icon="external" busy={busy} onClick={open}>
          Open Billing Portal
        </Button>
      </div>
    </Card>
  )
}

function Trial({ user }: { user: User }) {
  const over = user.daysLeft === 0
  const percentLeft = Math.floor((100 * user.daysLeft) / Math.max(1, user.trialDays))
  return (
    <div className="max-w-md px-4 py-4">
      <div className="flex items-center gap-2">
        <p className="text-xl font-semibold">Free Trial</p>
        <Badge tone={over ? 'bad' : 'good'}>{over ? 'Ended' : 'Active'}</Badge>
      </div>
      <p className="text-ink-2">{user.trialDays}-day free trial</p>
      <div className="mt-4">
        <Meter label="Days of the trial left" percent={percentLeft} />
      </div>
      <p className="num mt-1.5 text-xs text-ink-3">
        {over
          ? `It ended on ${day(user.trialEndsAt)}.`
          : `${daysLeft(user)}, until ${day(user.trialEndsAt)}. You won’t be charged: no card on file.`}
      </p>
    </div>
  )
}
