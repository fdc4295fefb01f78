import type { Schemas } from '@/api/client'

/** How much of the free trial is left. */
export function TrialBox({ user }: { user: Pick<Schemas['User'], 'daysLeft' | 'trialDays'> }) {
  const left = Math.floor((100 * user.daysLeft) / Math.max(1, user.trialDays))
  return (
    <section aria-label="Trial" className="rounded-lg border border-line bg-surface p-3 shadow-card">
      <div className="flex items-center justify-between">
        <h2 className="font-medium">Free trial</h2>
        <span className="num text-xs text-ink-3">
          {user.daysLeft === 1 ? '1 day left' : `${user.daysLeft} days left`}
        </span>
      </div>
      <div
        role="meter"
        aria-label="Trial left"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={left}
        className="mt-2 h-1 overflow-hidden rounded-full bg-active"
      >
        <div className="h-full rounded-full bg-accent" style={{ width: `${left}%` }} />
      </div>
    </section>
  )
}
