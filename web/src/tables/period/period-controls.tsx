import type { Days } from '@/api/tables'
import { addDays } from '@/lib/calendar'
import { Select } from '@/ui/forms/select'
import { ComparisonControls } from './comparison-controls'
import { DayFields } from './day-fields'
import { customRange, ranges } from './period'
import type { Period } from './use-period'

/** The controls of the days and of what they are compared with. */
export function PeriodControls({ period, shown }: { period: Period; shown: Days | null | undefined }) {
  const { range, compares, set } = period
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
      {compares && <ComparisonControls {...period} days={days} />}
    </>
  )
}

const lastMonth = () => {
  const to = new Date().toISOString().slice(0, 10)
  return { from: addDays(to, -27), to }
}
