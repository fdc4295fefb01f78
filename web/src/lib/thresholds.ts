/** The judgment of a figure, which sets its color. */
export type Judgment = 'good' | 'accent' | 'warn' | 'bad'

/** Good up to a value, poor above another, and in between it needs improvement. */
const upTo =
  (good: number, poor: number) =>
  (value: number): Judgment =>
    value > poor ? 'bad' : value > good ? 'warn' : 'good'

// The thresholds of Google's Core Web Vitals and of Lighthouse: https://web.dev/articles/vitals

/** A PageSpeed score: good from 90, poor below 50. */
export const judgeScore = (score: number): Judgment => (score >= 90 ? 'good' : score >= 50 ? 'warn' : 'bad')
/** Largest Contentful Paint in milliseconds. */
export const judgeLCP = upTo(2500, 4000)
/** Interaction to Next Paint in milliseconds. */
export const judgeINP = upTo(200, 500)
/** Cumulative Layout Shift. */
export const judgeCLS = upTo(0.1, 0.25)

/** A quality score of Google Ads, 1 to 10: good from 8, a warning from 6. */
export const judgeQuality = (score: number): Judgment => (score >= 8 ? 'good' : score >= 6 ? 'warn' : 'bad')
