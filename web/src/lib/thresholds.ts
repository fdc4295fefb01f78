/** The judgement of a figure, which sets its color. */
export type Judgement = 'good' | 'accent' | 'warn' | 'bad'

/** A PageSpeed score: best from 90, good from 70, a warning from 50. */
export const judgeScore = (score: number): Judgement =>
  score >= 90 ? 'good' : score >= 70 ? 'accent' : score >= 50 ? 'warn' : 'bad'

/** Largest Contentful Paint in milliseconds: bad above 2500, a warning above 1500. */
export const judgeLCP = (ms: number): Judgement => (ms > 2500 ? 'bad' : ms > 1500 ? 'warn' : 'good')

/** Cumulative Layout Shift: bad above 0.1, a warning above 0.05. */
export const judgeCLS = (shift: number): Judgement => (shift > 0.1 ? 'bad' : shift > 0.05 ? 'warn' : 'good')

/** A quality score of Google Ads, 1 to 10: good from 8, a warning from 6. */
export const judgeQuality = (score: number): Judgement => (score >= 8 ? 'good' : score >= 6 ? 'warn' : 'bad')
