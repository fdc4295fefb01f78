import { expect, it } from 'vitest'
import { judgeCLS, judgeLCP, judgeQuality, judgeScore } from './thresholds'

it('judges scores from 90, 70 and 50 on', () => {
  expect([90, 89, 70, 69, 50, 49].map(judgeScore)).toEqual(['good', 'accent', 'accent', 'warn', 'warn', 'bad'])
})

it('judges a paint above 2500 and 1500 ms, and a shift above 0.1 and 0.05', () => {
  expect([2501, 2500, 1501, 1500].map(judgeLCP)).toEqual(['bad', 'warn', 'warn', 'good'])
  expect([0.11, 0.1, 0.06, 0.05].map(judgeCLS)).toEqual(['bad', 'warn', 'warn', 'good'])
})

it('judges a quality score from 8 and 6 on', () => {
  expect([8, 7, 6, 5].map(judgeQuality)).toEqual(['good', 'warn', 'warn', 'bad'])
})
