/** Formats of numbers, money and dates. `<html lang>` is the one source of the locale. */
const locale = typeof document === 'undefined' ? 'en' : document.documentElement.lang || 'en'

const formats = new Map<string, Intl.NumberFormat>()
function numberFormat(options: Intl.NumberFormatOptions) {
  const key = JSON.stringify(options)
  const cached = formats.get(key)
  if (cached) return cached
  // 'negative' shows -0.001 as 0, not as -0, where the digits end before it.
  const format = new Intl.NumberFormat(locale, { signDisplay: 'negative', ...options })
  formats.set(key, format)
  return format
}

/** 48,213 */
export const num = (n: number) => numberFormat({ maximumFractionDigits: 1 }).format(n)
/** 1 page, 4,360 pages */
export const countText = (n: number, noun: string) => `${num(n)} ${noun}${n === 1 ? '' : 's'}`
/** 15 min, 1 hour, 2.25 hours: work is estimated in quarters of an hour */
export const hoursText = (hours: number) =>
  hours < 1 ? `${num(hours * 60)} min` : `${upToHundredths(hours)} ${hours === 1 ? 'hour' : 'hours'}`
/** 2.513: three decimals */
export const upToThousandths = (n: number) => numberFormat({ maximumFractionDigits: 3 }).format(n)
/** 0.12: up to two decimals */
export const upToHundredths = (n: number) => numberFormat({ maximumFractionDigits: 2 }).format(n)
/** 0.041: significant digits */
export const significant = (n: number, digits: number) =>
  numberFormat({ maximumSignificantDigits: digits }).format(n)
/** 2.10: always two decimals */
export const hundredths = (n: number) =>
  numberFormat({ minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(n)
/** 12 days left: of a trial */
export const daysLeft = ({ daysLeft: n }: { daysLeft: number }) => (n === 1 ? '1 day left' : `${n} days left`)
/** 6.0: always one decimal, for columns of figures such as positions */
export const tenths = (n: number) =>
  numberFormat({ minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(n)
/** 1.2K: for little room */
export const compact = (n: number) => numberFormat({ notation: 'compact', maximumFractionDigits: 1 }).format(n)
/** 2.1% of the fraction 0.021 */
export const percent = (fraction: number, digits = 1) =>
  numberFormat({ style: 'percent', minimumFractionDigits: digits, maximumFractionDigits: digits }).format(
    fraction,
  )
/** 10%, 2.5%: up to one decimal */
export const shortPercent = (fraction: number) =>
  numberFormat({ style: 'percent', maximumFractionDigits: 1 }).format(fraction)
/** 54%, 99.98%: as many digits as distinguish it from 0% and 100% */
export function share(fraction: number, digits = 0) {
  const distance = Math.min(fraction, 1 - fraction)
  const neededDigits = distance > 1e-9 ? Math.floor(-Math.log10(199.999 * distance)) + 1 : 0
  return numberFormat({ style: 'percent', maximumFractionDigits: Math.max(digits, neededDigits) }).format(
    fraction,
  )
}
const byteUnits = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const
/** 48.2 kB */
export function bytes(n: number) {
  const power = n < 1000 ? 0 : Math.min(byteUnits.length - 1, Math.floor(Math.log10(n) / 3))
  return numberFormat({
    style: 'unit',
    unit: byteUnits[power]!,
    unitDisplay: power === 0 ? 'long' : 'short',
    maximumFractionDigits: 1,
  }).format(n / 1000 ** power)
}
/** €6,842; ¥6,842 with any digits, as yen have no cents */
export function money(amount: number, currency: string, digits = 0) {
  const maxDigits =
    numberFormat({ style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? digits
  const digitsShown = Math.min(digits, maxDigits)
  return numberFormat({
    style: 'currency',
    currency,
    minimumFractionDigits: digitsShown,
    maximumFractionDigits: digitsShown,
  }).format(amount)
}

/** $45.50, $342, ¥46: amounts under 100 keep their cents */
export const price = (amount: number, currency: string) =>
  money(amount, currency, Math.abs(amount) < 100 && amount % 1 !== 0 ? 2 : 0)

const date = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year: 'numeric' })
/** Nov 20, 2026 */
export const day = (at: string | Date) => date.format(new Date(at))

const dayAndMonth = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' })
/** Nov 20: without the year */
export const shortDay = (at: string | Date) => dayAndMonth.format(new Date(at))

const utcDate = new Intl.DateTimeFormat(locale, {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})
/** Nov 20, 2026 of the calendar day 2026-11-20, in every time zone */
export const calendarDay = (at: string) => utcDate.format(new Date(at))

/** Nov 3 – 9, 2025: calendar days, with what they share written once */
export const calendarSpan = ({ from, to }: { from: string; to: string }) =>
  utcDate.formatRange(new Date(from), new Date(to))

const utcDayAndMonth = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' })
/** Nov 20 of the calendar day 2026-11-20 */
export const calendarShortDay = (at: string) => utcDayAndMonth.format(new Date(at))

const dateAndTime = new Intl.DateTimeFormat(locale, {
  day: 'numeric',
  month: 'short',
  hour: 'numeric',
  minute: '2-digit',
})
/** Nov 20, 9:41 AM */
export const dateTime = (at: string | Date) => dateAndTime.format(new Date(at))

const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'long' })
const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const
/** "12 minutes ago", "yesterday"; a date after a week */
export function ago(at: string | Date, now = new Date()) {
  const past = now.getTime() - new Date(at).getTime()
  if (past > 7 * 86_400_000) return day(at)
  for (const [unit, length] of units)
    if (past >= length) return relative.format(-Math.floor(past / length), unit)
  return 'just now'
}

const shortUnits = [
  ['year', 365 * 86_400_000],
  ['month', 30 * 86_400_000],
  ['week', 7 * 86_400_000],
  ['day', 86_400_000],
] as const
/** "3 wk", "5 mo"; "Today" below a day */
export function age(since: string | Date, now = new Date()) {
  const passed = now.getTime() - new Date(since).getTime()
  for (const [unit, length] of shortUnits)
    if (passed >= length)
      return numberFormat({ style: 'unit', unit, unitDisplay: 'short' }).format(Math.floor(passed / length))
  return 'Today'
}

/** "in 5 hours"; "any moment" for the past */
export function until(at: string | Date, now = new Date()) {
  const remaining = new Date(at).getTime() - now.getTime()
  for (const [unit, length] of units)
    if (remaining >= length) return relative.format(Math.floor(remaining / length), unit)
  return 'any moment'
}

const weekdayFormat = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' })
/** Monday for weekday 1 */
export const weekdayName = (weekday: number) => weekdayFormat.format(new Date(Date.UTC(2024, 0, weekday))) // 2024 began with a Monday

const hourFormat = new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' })
/** 8:00 AM for hour 8 */
export const hourName = (hour: number) => hourFormat.format(new Date(Date.UTC(2024, 0, 1, hour)))

const disjunction = new Intl.ListFormat(locale, { type: 'disjunction' })
/** "a, b, or c" */
export const joinOr = (parts: readonly string[]) => disjunction.format(parts)

const conjunction = new Intl.ListFormat(locale, { type: 'conjunction' })
/** "a, b, and c" */
export const joinAnd = (parts: readonly string[]) => conjunction.format(parts)

/** wasted_ad_spend or avgCpc -> "Wasted ad spend", "Avg CPC" */
export function humanize(name: string) {
  const spaced = name
    .replace(/([a-z])(\d{2,})/g, '$1 $2')
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/[_-]+/g, ' ')
    .trim()
    .toLowerCase()
    .replace(/\b(url|h1|h2|ctr|cpc|cpa|lcp|inp|cls|ttfb)\b/g, (acronym) => acronym.toUpperCase())
  return spaced.charAt(0).toUpperCase() + spaced.slice(1)
}
