import { ComparisonControls } from '@/tables/period/comparison-controls'
import { DayFields } from '@/tables/period/day-fields'
import { Segmented } from '@/ui/forms/segmented'
import { customDays, ranges, type OverviewPeriod } from './use-overview-period'

/** The days of the tiles and of the chart, and what they are compared with. */
export function PeriodBar({ period }: { period: OverviewPeriod }) {
  const { range, window, newest, canCompare, set } = period
  return (
    <div className="flex w-full flex-wrap items-center gap-2 @2xl:w-auto">
      <Segmented
        label="Days"
        value={range}
        options={[
          ...ranges.map(({ value, label }) => ({ value: value as string, label })),
          { value: customDays, label: 'Custom' },
        ]}
        // Custom dates start with the days on screen.
        onChange={(days) => set({ days, ...(days === customDays && window ? window : { from: '', to: '' }) })}
      />
      {range === customDays && window && <DayFields days={window} max={newest} onChange={set} />}
      {canCompare && <ComparisonControls {...period} compares="optional" canCompareYears days={window} />}
    </div>
  )
}
