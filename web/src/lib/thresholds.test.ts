import { expect, it } from 'vitest'
import { judgeCLS, judgeINP, judgeLCP, judgeQuality, judgeScore } from './thresholds'

it('judges scores and vitals as Google does', () => {
  expect([90, 89, 50, 49].map(judgeScore)).toEqual(['good', 'warn', 'warn', 'bad'])
  expect([2500, 2501, 4000, 4001].map(judgeLCP)).toEqual(['good', 'warn', 'warn', 'bad'])
  expect([200, 201, 500, 501].map(judgeINP)).toEqual(['good', 'warn', 'warn', 'bad'])
  expect([0.1, 0.11, 0.25, 0.26].map(judgeCLS)).toEqual(['good', 'warn', 'warn', 'bad'])
})

it('judges a quality score from 8 and 6 on', () => {
  expect([8, 7, 6, 5].map(judgeQuality)).toEqual(['good', 'warn', 'warn', 'bad'])
})
