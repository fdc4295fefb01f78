import { useState } from 'react'
import { Link } from 'wouter'
import { useMay } from '@/api/core/role'
import { useInsightTypes, type InsightType } from '@/api/insights'
import { useInsightRule, type HitRate, type SiteRules } from '@/api/rules'
import { cx } from '@/lib/cx'
import { Badge } from '@/ui/badges/badge'
import { buttonClass } from '@/ui/button'
import { Card } from '@/ui/card'
import { Icon } from '@/ui/icons'
import { LoadError } from '@/ui/load-error'
import { SkeletonRows } from '@/ui/skeleton'
import { TypeIcon } from '@/ui/type-icon'
import { ConstantFields } from './constant-fields'
import { ruleAddress } from '@/lib/rule-address'
import type { Tuning } from './use-tuning'

/** Every type of opportunity: how it works, its success rate on the site, and its parameters. */
export function TypesCard({ rules, tuning }: { rules: SiteRules; tuning: Tuning }) {
  const { types, loading, error, reload } = useInsightTypes()
  const { edit } = useMay()
  return (
    <Card
      title="Types of opportunity"
      subtitle={`How we find each, how often its fixes worked, and ${edit ? 'thresholds you can edit' : 'its thresholds'}`}
    >
      {loading && <SkeletonRows rows={8} />}
      {error && <LoadError error={error} onRetry={reload} />}
      <ul className="divide-y divide-line">
        {types?.map((type) => (
          <Kind key={type.type} type={type} rules={rules} tuning={tuning} />
        ))}
      </ul>
    </Card>
  )
}

function Kind({
  type: { type, title },
  rules,
  tuning,
}: {
  type: InsightType
  rules: SiteRules
  tuning: Tuning
}) {
  const [open, setOpen] = useState(false)
  const own = Object.keys(rules.parameters[type] ?? {}).length
  const rate = rules.hitRates.find((item) => item.type === type)
  const id = `constants-${type}`
  return (
    <li>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2.5">
        <button
          type="button"
          aria-expanded={open}
          aria-controls={open ? id : undefined}
          onClick={() => setOpen(!open)}
          className="hit flex min-w-48 flex-1 items-center gap-3 rounded-md text-left"
        >
          <Icon
            name="right"
            className={cx('-mr-1 shrink-0 text-ink-3 transition-transform', open && 'rotate-90')}
          />
          <TypeIcon type={type} />
          <span className="min-w-0">
            <span className="flex flex-wrap items-center gap-x-2 font-medium">
              {title}
              {own > 0 && (
                <Badge tone="accent">{own === 1 ? '1 threshold set' : `${own} thresholds set`}</Badge>
              )}
            </span>
            {rate && rate.measured > 0 && <span className="block text-xs text-ink-3">{hitRateText(rate)}</span>}
          </span>
        </button>
        <Link
          href={ruleAddress(type)}
          aria-label={`How it works: ${title}`}
          className={cx(buttonClass('ghost', 'sm'), 'max-sm:-ml-2.5 sm:-mr-2.5')}
        >
          How it works
        </Link>
      </div>
      {open && (
        <div id={id} className="border-t border-line bg-sunken px-4 py-4">
          <Constants type={type} rules={rules} tuning={tuning} />
        </div>
      )}
    </li>
  )
}

function Constants({ type, rules, tuning }: { type: string; rules: SiteRules; tuning: Tuning }) {
  const { rule, loading, error, reload } = useInsightRule(type)
  const { edit } = useMay()
  if (loading) return <SkeletonRows rows={2} />
  if (error) return <LoadError error={error} onRetry={reload} />
  return (
    rule && (
      <fieldset disabled={!edit} className="min-w-0">
        <ConstantFields rule={rule} rules={rules} tuning={tuning} />
      </fieldset>
    )
  )
}

/** The success rate of this type's fixes on the site, as far as measured. */
export function hitRateText(rate: HitRate | undefined) {
  if (!rate || rate.measured === 0) return 'No results measured yet'
  const fixes = rate.measured === 1 ? 'the 1 fix' : `${rate.measured} fixes`
  return `${rate.worked} of ${fixes} of this kind worked here`
}
