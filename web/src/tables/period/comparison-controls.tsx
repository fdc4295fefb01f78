import type { Days } from '@/api/tables'
import { addDays, daysIn } from '@/lib/calendar'
import { calendarDay } from '@/lib/format'
import { Select } from '@/ui/forms/select'
import { DayField } from './day-fields'
import type { Compares } from './period'

const comparisons = [
  { value: 'previous', label: 'vs. previous period' },
  { value: 'year', label: 'vs. last year' },
  { value: 'custom', label: 'vs. other dates' },
  { value: 'none', label: 'No comparison' },
]

type ComparisonControlsProps = {
  compare: string
  compareFrom: string
  compares: Compares
  canCompareYears: boolean
  /** The days that are compared; a comparison of other dates starts right before them. */
  days: Days | null | undefined
  set: (changes: { compare?: string; compareFrom?: string }) => void
}

/** The choice of what days are compared with. */
export const ComparisonControls = ({
  compare,
  compareFrom,
  compares,
  canCompareYears,
  days,
  set,
}: ComparisonControlsProps) => (
  <>
    <Select
      label="Comparison"
      value={compare}
      options={comparisons.filter(
        ({ value }) => (value !== 'none' || compares === 'optional') && (value !== 'year' || canCompareYears),
      )}
      onChange={(value) => set({ compare: value, compareFrom: value === 'custom' && days ? before(days) : '' })}
      className="flex-1 basis-2/5 @2xl:w-40 @2xl:flex-none"
    />
    {compare === 'custom' && (
      <span className="flex basis-full items-center gap-1.5 @2xl:basis-auto">
        <DayField
          label="First day of the comparison"
          value={compareFrom}
          max={days ? before(days) : undefined}
          onChange={(from) => set({ compareFrom: from })}
        />
        {days && (
          <span className="text-xs whitespace-nowrap text-ink-3">
            – {calendarDay(addDays(compareFrom, daysIn(days) - 1))}
          </span>
        )}
      </span>
    )}
  </>
)

/** As many days right before. */
const before = (days: Days) => addDays(days.from, -daysIn(days))
