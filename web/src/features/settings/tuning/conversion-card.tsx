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
    <Card title="Value of a conversion">
      <div className="grid gap-4 px-4 py-4 @md:grid-cols-2">
        <TextField
          label={`Value of a conversion, in ${site.currency}`}
          inputMode="decimal"
          autoComplete="off"
          placeholder="Optional"
          hint="Used if Google Analytics reports no revenue. Leave blank to value clicks at their ad cost, or to count clicks only."
          value={values.conversionValue}
          error={errors['conversionValue']}
          onChange={(conversionValue) => change({ conversionValue })}
        />
        <TextField
          label={`Target CPA, in ${adCurrency}`}
          inputMode="decimal"
          autoComplete="off"
          placeholder="Current CPA"
          hint="Leave blank to use your current average CPA."
          value={values.targetCpa}
          error={errors['targetCpa']}
          onChange={(targetCpa) => change({ targetCpa })}
        />
      </div>
    </Card>
  )
}
