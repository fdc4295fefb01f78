import { num, shortPercent, significant } from '@/lib/format'

/** A parameter with its unit: "50 impressions", "10%", "position 3.5". */
export function quantity(value: number, unit: string) {
  if (unit === 'share' || unit === '') return boundText(value, unit)
  if (unit === 'position') return `position ${numberText(value)}`
  return `${numberText(value)} ${value === 1 ? unit.replace(/(?<!\bm)s$/, '') : unit}`
}

/** The same without the unit, unless it is a share. */
export const boundText = (value: number | null, unit: string) =>
  value === null ? '' : unit === 'share' ? shortPercent(value) : numberText(value)

/** Small numbers keep their digits. */
const numberText = (value: number) => (Math.abs(value) < 1 && value !== 0 ? significant(value, 15) : num(value))
