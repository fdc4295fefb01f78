/** Calendar days such as 2026-11-20, independent of time zones. */

const dayLength = 86_400_000

const written = (at: Date) => at.toISOString().slice(0, 10)

/** The day so many days later, or earlier if negative. */
export const addDays = (day: string, days: number) =>
  written(new Date(new Date(day).getTime() + days * dayLength))

/** The day so many months earlier; the last of its month if that has no such day. */
export function monthsBefore(day: string, months: number) {
  const at = new Date(day)
  const date = at.getUTCDate()
  at.setUTCDate(1)
  at.setUTCMonth(at.getUTCMonth() - months)
  const last = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 0)).getUTCDate()
  at.setUTCDate(Math.min(date, last))
  return written(at)
}

/** 52 weeks, so that weekdays are compared with the same weekday. */
export const yearInDays = 364

/** Whether a text is a calendar day that data may have. */
export const isDay = (text: string) => /^20\d\d-\d\d-\d\d$/.test(text) && Date.parse(text) > 0

/** The number of days in a span, both ends included. */
export const daysIn = ({ from, to }: { from: string; to: string }) =>
  Math.round((new Date(to).getTime() - new Date(from).getTime()) / dayLength) + 1

/** The current day of the reader. */
export const today = () => todayIn(Intl.DateTimeFormat().resolvedOptions().timeZone)

/** The current day in a time zone; one that this browser does not know counts as UTC. */
export function todayIn(timeZone: string, now = new Date()) {
  try {
    // Swedish dates are ISO dates.
    return new Intl.DateTimeFormat('sv-SE', { timeZone }).format(now)
  } catch {
    return written(now)
  }
}

/** The days of a header such as X-Window. */
export function daysOf(span: string | null): { from: string; to: string } | null {
  const [from, to] = span?.split('/') ?? []
  return from && to ? { from, to } : null
}
