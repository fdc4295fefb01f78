import type { Days } from '@/api/tables'
import { addDays, daysIn } from '@/lib/calendar'
import { calendarDay } from '@/lib/format'
import { Select } from '@/ui/forms/select'
import { DayField, DayFields } from './day-fields'
import { customRange, ranges } from './period'
import type { Period } from './use-period'

const comparisons = [
  { value: 'previous', label: 'vs. previous period' },
  { value: 'year', label: 'vs. last year' },
  { value: 'custom', label: 'vs. other dates' },
  { value: 'none', label: 'No comparison' },
]

/** The controls of the days and of what they are compared with. */
export function PeriodControls({ period, shown }: { period: Period; shown: Days | null | undefined }) {
  const { range, compare, compares, canCompareYears, set } = period
  const custom = range === customRange
  const days = custom ? { from: period.from, to: period.to } : shown
  return (
    <>
      <Select
        label="Days"
        value={range}
        options={[
          ...ranges.map(({ value, label }) => ({ value: value as string, label })),
          { value: customRange, label: 'Custom dates' },
        ]}
        onChange={(value) =>
          // Starts with the days on screen.
          set(value === customRange ? { range: value, ...(days ?? lastMonth()) } : { range: value })
        }
        className="flex-1 basis-2/5 @2xl:w-36 @2xl:flex-none"
      />
      {custom && <DayFields days={{ from: period.from, to: period.to }} onChange={set} />}
      {compares && (
        <Select
          label="Comparison"
          value={compare}
          options={comparisons.filter(
            ({ value }) =>
              (value !== 'none' || compares === 'optional') && (value !== 'year' || canCompareYears),
          )}
          onChange={(value) =>
            set({ compare: value, ...(value === 'custom' && days && { compareFrom: before(days) }) })
          }
          className="flex-1 basis-2/5 @2xl:w-40 @2xl:flex-none"
        />
      )}
      {compares && compare === 'custom' && (
        <span className="flex basis-full items-center gap-1.5 @2xl:basis-auto">
          <DayField
            label="First day of the comparison"
            value={period.compareFrom}
            max={days ? before(days) : undefined}
            onChange={(compareFrom) => set({ compareFrom })}
          />
          {days && (
            <span className="text-xs whitespace-nowrap text-ink-3">
              – {calendarDay(addDays(period.compareFrom, daysIn(days) - 1))}
            </span>
          )}
        </span>
      )}
    </>
  )
}

/** As many days right before. */
const before = (days: Days) => addDays(days.from, -daysIn(days))

const lastMonth = () => {
  const to = new Date().toISOString().slice(0, 10)
  return { from: addDays(to, -27), to }
}
