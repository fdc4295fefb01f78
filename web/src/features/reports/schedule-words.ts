import type { ReportSchedule } from '@/api/schedules'

const locale = document.documentElement.lang || 'en'
const weekdayName = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' })

/** The days of the week, of which 1 is Monday. */
export const weekdays = Array.from({ length: 7 }, (_, i) => ({
  value: String(i + 1),
  label: weekdayName.format(new Date(Date.UTC(2024, 0, i + 1))), // began with a Monday
}))

/** The days of a month. */
export const monthDays = Array.from({ length: 31 }, (_, i) => ({
  value: String(i + 1),
  label: i === 30 ? '31, or the last day' : String(i + 1),
}))

const hourName = new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' })

/** The hours of a day. */
export const hours = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: hourName.format(new Date(Date.UTC(2024, 0, 1, hour))),
}))

/** How often reports go out. */
export const frequencies = [
  { value: 'weekly', label: 'Every week' },
  { value: 'monthly', label: 'Every month' },
] as const

/** "Every Monday at 8:00 AM" */
export function rhythm({ frequency, weekday, monthDay, hour }: ReportSchedule) {
  const at = hours[hour]?.label ?? ''
  return frequency === 'weekly'
    ? `Every ${weekdays[weekday - 1]?.label ?? ''} at ${at}`
    : `Every month on day ${monthDay} at ${at}`
}

/** "Europe/Berlin time" */
export const zoneName = (timeZone: string) => `${timeZone.replaceAll('_', ' ')} time`
