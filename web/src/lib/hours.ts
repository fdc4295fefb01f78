import { hourName, weekdayName } from '@/lib/format'

/** Weekdays to choose from; 1 is Monday. */
export const weekdays = Array.from({ length: 7 }, (_, i) => ({
  value: String(i + 1),
  label: weekdayName(i + 1),
}))

/** The hours of a day to choose from. */
export const hours = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: hourName(hour),
}))
