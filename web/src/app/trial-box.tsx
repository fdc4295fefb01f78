import type { Schemas } from '@/api/core/client'
import { Link } from 'wouter'
import { daysLeft } from '@/lib/format'
import { buttonClass } from '@/ui/button'
import { Meter } from '@/ui/meter'

/** The days left of the free trial. */
export function TrialBox({ user }: { user: Pick<Schemas['User'], 'daysLeft' | 'trialDays'> }) {
  const percentLeft = Math.floor((100 * user.daysLeft) / Math.max(1, user.trialDays))
  return (
    <section aria-label="Trial" className="rounded-lg border border-line bg-surface p-3 shadow-card">
      <div className="flex items-center justify-between">
        <h2 className="font-medium">Free trial</h2>
        <span className="num text-xs text-ink-3">{daysLeft(user)}</span>
      </div>
      <div className="mt-2">
        <Meter label="Trial left" percent={percentLeft} />
      </div>
      <Link href="/subscribe" className={`${buttonClass('secondary', 'sm')} mt-3 w-full`}>
        Upgrade Now
      </Link>
    </section>
  )
}
