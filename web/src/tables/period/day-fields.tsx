import type { Days } from '@/api/tables'
import { Input } from '@/ui/forms/field'
import { isDay } from '@/lib/calendar'

type DayFieldsProps = { days: Days; max?: string | undefined; onChange: (days: Partial<Days>) => void }

/** The first and the last day of a period: neither can pass the other. */
export const DayFields = ({ days: { from, to }, max, onChange }: DayFieldsProps) => (
  <span className="flex basis-full items-center gap-1.5 @2xl:basis-auto">
    <DayField
      label="First day"
      value={from}
      max={max}
      onChange={(day) => onChange({ from: day, ...(day > to && { to: day }) })}
    />
    <span aria-hidden="true">–</span>
    <DayField
      label="Last day"
      value={to}
      max={max}
      onChange={(day) => onChange({ to: day, ...(day < from && { from: day }) })}
    />
  </span>
)

/** A day; while it is typed it may be none, which changes nothing. */
export const DayField = ({
  label,
  value,
  max,
  onChange,
}: {
  label: string
  value: string
  max?: string | undefined
  onChange: (day: string) => void
}) => (
  <Input
    type="date"
    aria-label={label}
    value={value}
    max={max}
    onChange={(event) => isDay(event.target.value) && onChange(event.target.value)}
    className="w-36!"
  />
)
