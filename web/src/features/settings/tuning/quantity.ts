import { num, shortPercent, significant } from '@/lib/format'

/** A parameter with its unit: "50 impressions", "10%", "position 3.5". */
export function quantity(value: number, unit: string) {
  if (unit === 'share' || unit === '') return bound(value, unit)
  if (unit === 'position') return `position ${plain(value)}`
  return `${plain(value)} ${value === 1 ? unit.replace(/(?<!\bm)s$/, '') : unit}`
}

/** The same without the unit, unless it is a share. */
export const bound = (value: number | null, unit: string) =>
  value === null ? '' : unit === 'share' ? shortPercent(value) : plain(value)

/** Small numbers keep their digits. */
const plain = (value: number) => (Math.abs(value) < 1 && value !== 0 ? significant(value, 15) : num(value))
