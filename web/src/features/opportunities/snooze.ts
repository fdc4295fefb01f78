import type { Insight } from '@/api/insights'
import { addDays } from '@/lib/calendar'

/** Says whether it sleeps: it comes back by itself. */
export const isSnoozed = ({ snoozedUntil }: Pick<Insight, 'snoozedUntil'>, now = new Date()) =>
  snoozedUntil !== null && new Date(snoozedUntil) > now

/** How long an opportunity may sleep, as the server has it. */
const longestDays = 2 * 365

/** The calendar day of a moment where the reader is. */
const dayHere = (at: Date) => {
  const here = new Date(at)
  here.setMinutes(here.getMinutes() - here.getTimezoneOffset())
  return here.toISOString().slice(0, 10)
}

/** The days to choose from: from tomorrow on. */
export const snoozeDays = (now = new Date()) => ({
  least: addDays(dayHere(now), 1),
  most: addDays(dayHere(now), longestDays),
})

/** The day so many days from today. */
export const dayAfter = (days: number, now = new Date()) => addDays(dayHere(now), days)

/** The morning of a calendar day where the reader is, as a moment. */
export const morningOf = (day: string) => new Date(`${day}T00:00`).toISOString()
