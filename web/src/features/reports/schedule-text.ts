import type { ReportSchedule } from '@/api/schedules'
import { hours, weekdays } from '@/lib/locale'

/** The days of a month. */
export const monthDays = Array.from({ length: 31 }, (_, i) => ({
  value: String(i + 1),
  label: i === 30 ? '31, or the last day' : String(i + 1),
}))

/** How often reports are sent. */
export const frequencies = [
  { value: 'weekly', label: 'Every week' },
  { value: 'monthly', label: 'Every month' },
] as const

/** "Every Monday at 8:00 AM" */
export function scheduleText({ frequency, weekday, monthDay, hour }: ReportSchedule) {
  const at = hours[hour]?.label ?? ''
  return frequency === 'weekly'
    ? `Every ${weekdays[weekday - 1]?.label ?? ''} at ${at}`
    : `Every month on day ${monthDay} at ${at}`
}

/** "Europe/Berlin time" */
export const zoneName = (timeZone: string) => `${timeZone.replaceAll('_', ' ')} time`
