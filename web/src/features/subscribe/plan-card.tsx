import type { Billing } from '@/api/billing'
import { cx } from '@/lib/cx'
import { Badge } from '@/ui/badges/badge'
import { Button } from '@/ui/button'
import { Icon } from '@/ui/icons'
import { mostPopular, planTexts } from '@/lib/plans'

type Plan = Billing['plans'][number]

/** A plan with its features and the button that chooses it. */
export function PlanCard({
  plan,
  action,
  busy,
  disabled,
  onChoose,
}: {
  plan: Plan
  /** The label of the button; undefined for the current plan. */
  action: string | undefined
  busy: boolean
  disabled: boolean
  onChoose: () => void
}) {
  const popular = plan.id === mostPopular
  const text = planTexts[plan.id]
  return (
    <section
      aria-label={`${plan.name} Plan`}
      className={cx('card flex flex-col p-5', popular && 'border-accent ring-1 ring-accent')}
    >
      <div className="flex min-h-6 items-center gap-2">
        <h2 className="text-base font-semibold">{plan.name} Plan</h2>
        {popular && <Badge tone="accent">Most Popular</Badge>}
      </div>
      {text && <p className="text-ink-2">{text.line}</p>}
      <p className="mt-4 flex items-baseline gap-1.5">
        <span className="num text-3xl font-semibold tracking-tight">${plan.price}</span>
        <span className="text-ink-2">a month</span>
      </p>
      <ul className="mt-4 mb-6 space-y-2">
        {text?.features.map((feature) => (
          <li key={feature} className="flex gap-2">
            <Icon name="check" className="mt-0.5 shrink-0 text-good" />
            {feature}
          </li>
        ))}
      </ul>
      {action === undefined ? (
        <p className="mt-auto flex h-11 items-center justify-center rounded-md bg-sunken font-medium text-ink-2">
          Your plan
        </p>
      ) : (
        <Button
          size="lg"
          variant={popular ? 'primary' : 'secondary'}
          className="mt-auto w-full"
          busy={busy}
          disabled={disabled}
          onClick={onChoose}
        >
          {action}
        </Button>
      )}
    </section>
  )
}
