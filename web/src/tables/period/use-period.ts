import { useUrlState } from '@/lib/use-url-state'
import {
  canCompareYears,
  comparisonOf,
  customRange,
  periodDefaults,
  rangeOf,
  ranges,
  type Compares,
} from './period'

/** The days and the comparison in the URL, for a list that shows so many days by default. */
export function usePeriod(usual: string, compares: Compares) {
  const [url, setURL] = useUrlState(periodDefaults)
  const range = rangeOf(url, usual)
  const compare = comparisonOf(compares, url, range)
  const set = (changes: Partial<typeof periodDefaults>) =>
    setURL({
      ...changes,
      ...(changes.range !== undefined && {
        range: changes.range === usual ? '' : changes.range,
        // Days of one's own belong to their range.
        ...(changes.range !== customRange && { from: '', to: '' }),
      }),
      ...(changes.compare !== undefined && changes.compare !== 'custom' && { compareFrom: '' }),
    })
  return {
    range,
    compare,
    compares,
    from: url.from,
    to: url.to,
    compareFrom: url.compareFrom,
    canCompareYears: canCompareYears(range, url),
    set,
    /** Whether the days count back from the last one with data, which only an answer tells. */
    countsBack: range !== usual && range !== customRange,
    /** The parameters of the server; those of a range that counts back need its last day. */
    query(newest: string | undefined) {
      const begin = ranges.find((item) => item.value === range)?.begin
      return {
        ...(range === customRange && { from: url.from, to: url.to }),
        ...(range !== usual && begin && newest && { from: begin(newest), to: newest }),
        ...(compares && { compare }),
        ...(compares && compare === 'custom' && { compareFrom: url.compareFrom }),
      }
    },
  }
}

/** The period and its setter. */
export type Period = ReturnType<typeof usePeriod>
