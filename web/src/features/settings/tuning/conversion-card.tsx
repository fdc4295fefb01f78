import { useKPIs } from '@/api/kpis'
import type { Site } from '@/api/sites'
import { Card } from '@/ui/card'
import { TextField } from '@/ui/forms/field'
import type { Tuning } from './use-tuning'

/** The value of a conversion and its target CPA, which convert clicks into money. */
export function ConversionCard({ site, tuning: { values, errors, change } }: { site: Site; tuning: Tuning }) {
  const { kpis } = useKPIs({ siteId: site.id })
  const adCurrency = kpis?.currency ?? site.currency
  return (
    <Card title="What a conversion is worth">
      <div className="grid gap-4 px-4 py-4 @md:grid-cols-2">
        <TextField
          label={`Value of a conversion, in ${site.currency}`}
          inputMode="decimal"
          autoComplete="off"
          placeholder="Not said"
          hint="Used where Google Analytics reports no revenue. Empty: opportunities are worth what their clicks would cost as ads, or clicks."
          value={values.conversionValue}
          error={errors['conversionValue']}
          onChange={(conversionValue) => change({ conversionValue })}
        />
        <TextField
          label={`Target cost per conversion, in ${adCurrency}`}
          inputMode="decimal"
          autoComplete="off"
          placeholder="What one costs now"
          hint="Ads that cost more are waste. Empty: they are measured against what a conversion costs in your account now."
          value={values.targetCpa}
          error={errors['targetCpa']}
          onChange={(targetCpa) => change({ targetCpa })}
        />
      </div>
    </Card>
  )
}
