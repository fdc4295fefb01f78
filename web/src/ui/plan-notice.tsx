import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { useBilling, useMissingFeature } from '@/api/billing'
import { Notice } from './notice'

const toPlans = (
  <Link href="/subscribe" className="font-medium whitespace-nowrap underline underline-offset-2">
    See plans
  </Link>
)

/** Names the plans that include a source which the account's plan lacks, and what stays without it. */
export function PartOfPlan({
  source,
  stays = 'Data synced so far stays readable.',
  className,
}: {
  source: string
  stays?: string
  className?: string
}) {
  const missing = useMissingFeature(source)
  if (!missing) return null
  return (
    <Notice {...(className && { className })}>
      {missing.partOf}. {stays} {toPlans}
    </Notice>
  )
}

/** Says that syncs are paused, and why. */
export function SyncPaused({ className }: { className?: string }) {
  const { billing } = useBilling()
  if (!billing?.paused) return null
  return (
    <Notice tone="warn" {...(className && { className })}>
      {billing.paused} {toPlans}
    </Notice>
  )
}

/** In place of an action that visitors of the demo cannot take; the text says what the trial is for. */
export const TrialInvitation = ({ children }: { children: ReactNode }) => (
  <p className="text-pretty text-ink-2">
    <a href="/api/login" className="font-medium text-accent-ink underline">
      Start your free trial
    </a>{' '}
    {children}
  </p>
)
