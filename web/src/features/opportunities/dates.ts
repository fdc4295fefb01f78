import type { Insight } from '@/api/insights'
import { addDays, today } from '@/lib/calendar'

/** Whether an opportunity is still to do after its due day. */
export const isOverdue = ({ status, dueOn }: Insight) =>
  (status === 'open' || status === 'in_progress') && dueOn !== null && dueOn < today()

/** Whether an insight is snoozed; it comes back by itself. */
export const isSnoozed = ({ snoozedUntil }: Pick<Insight, 'snoozedUntil'>, now = new Date()) =>
  snoozedUntil !== null && new Date(snoozedUntil) > now

/** The longest snooze that the server accepts, in days. */
const maxSnoozeDays = 2 * 365

/** The calendar day of a moment in the reader's time zone. */
const localDay = (at: Date) => {
  const shifted = new Date(at)
  shifted.setMinutes(shifted.getMinutes() - shifted.getTimezoneOffset())
  return shifted.toISOString().slice(0, 10)
}

/** The days to choose from, from tomorrow on. */
export const snoozeDays = (now = new Date()) => ({
  least: addDays(localDay(now), 1),
  most: addDays(localDay(now), maxSnoozeDays),
})

/** The day so many days from today. */
export const dayAfter = (days: number, now = new Date()) => addDays(localDay(now), days)

/** The start of a calendar day in the reader's time zone. */
export const startOfDay = (day: string) => new Date(`${day}T00:00`).toISOString()
