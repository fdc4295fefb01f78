import { hundredths, num, upToHundredths } from './format'
import { judgeCLS, judgeINP, judgeLCP, type Judgment } from './thresholds'

/** A Core Web Vital: its field in the rows of PageSpeed, Google's judgment, and its text. */
export type Vital = {
  name: 'lcp' | 'inp' | 'cls'
  label: string
  hint: string
  field: 'lcpMs' | 'inpMs' | 'cls'
  /** Good up to here. */
  limit: string
  /** The field of the lab test, which cannot measure how fast a page reacts. */
  lab?: 'labLcpMs' | 'labCls'
  judge: (value: number) => Judgment
  text: (value: number) => string
}

/** The Core Web Vitals in Google's order. */
export const vitals: readonly Vital[] = [
  {
    name: 'lcp',
    label: 'LCP',
    hint: 'Largest Contentful Paint: time until the main content appears. Good up to 2.5 s, poor above 4 s.',
    field: 'lcpMs',
    limit: '2.5 s',
    lab: 'labLcpMs',
    judge: judgeLCP,
    text: (ms) => `${hundredths(ms / 1000)} s`,
  },
  {
    name: 'inp',
    label: 'INP',
    hint: 'Interaction to Next Paint: how fast the page reacts. Good up to 200 ms, poor above 500 ms.',
    field: 'inpMs',
    limit: '200 ms',
    judge: judgeINP,
    text: (ms) => `${num(Math.round(ms))} ms`,
  },
  {
    name: 'cls',
    label: 'CLS',
    hint: 'Cumulative Layout Shift: how much the layout moves while loading. Good up to 0.1, poor above 0.25.',
    field: 'cls',
    limit: '0.1',
    lab: 'labCls',
    judge: judgeCLS,
    text: upToHundredths,
  },
]
