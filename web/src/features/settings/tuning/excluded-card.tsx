import { Card } from '@/ui/card'
import { ChipsField } from '@/ui/forms/chips-field'
import type { Tuning } from './use-tuning'

/** Pages that never get opportunities. */
export const ExcludedCard = ({ tuning: { values, errors, change } }: { tuning: Tuning }) => (
  <Card title="Pages to exclude">
    <div className="px-4 py-4">
      <ChipsField
        label="Excluded paths"
        placeholder="/careers/"
        hint="/careers/ excludes everything below it. Use * for any text, as in /tag/*, and / for the home page."
        error={errors['excludedPaths']}
        values={values.excludedPaths}
        onChange={(excludedPaths) => change({ excludedPaths })}
      />
    </div>
  </Card>
)
