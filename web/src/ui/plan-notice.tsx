import { Link } from 'wouter'
import { useBilling, useLack } from '@/api/billing'
import { Notice } from './notice'

const toPlans = (
  <Link href="/subscribe" className="font-medium whitespace-nowrap underline underline-offset-2">
    See plans
  </Link>
)

/** Says which plans read a source, where the account's does not. */
export function PartOfPlan({ source, className }: { source: string; className?: string }) {
  const lack = useLack(source)
  if (!lack) return null
  return (
    <Notice {...(className && { className })}>
      {lack.partOf}; what was read before stays readable. {toPlans}
    </Notice>
  )
}

/** Says that nothing is read any more, and why. */
export function SyncPaused({ className }: { className?: string }) {
  const { billing } = useBilling()
  if (!billing?.paused) return null
  return (
    <Notice tone="warn" {...(className && { className })}>
      {billing.paused} {toPlans}
    </Notice>
  )
}
