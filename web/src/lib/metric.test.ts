import { expect, it } from 'vitest'
import { metricText, metricTick, weeklyMeans } from './metric'

it.each([
  ['count', 1204, '1,204', '1.2K'],
  ['percent', 2.14, '2.1%', '2.1%'],
  ['percent', 5, '5.0%', '5%'],
  ['seconds', 3.21, '3.2 s', '3.2 s'],
  ['score', 0.123, '0.12', '0.12'],
  ['position', 8.34, '8.3', '8.3'],
  ['position', 5, '5.0', '5'],
] as const)('%s %d is %s, on an axis %s', (unit, value, text, tick) => {
  expect(metricText({ unit }, value)).toBe(text)
  expect(metricTick({ unit }, value)).toBe(tick)
})

it('money is in the currency of its metric', () => {
  expect(metricText({ unit: 'currency', currency: 'EUR' }, 12.4)).toBe('€12.40')
  expect(metricTick({ unit: 'currency', currency: 'EUR' }, 500)).toBe('€500')
})

it('the mean of a week leaves out days without a figure, and is none where most have none', () => {
  expect(weeklyMeans([1, 2, 3, 6, null, null, null, 8, null])).toEqual([
    null,
    null,
    null,
    3,
    3,
    3,
    3,
    4.75,
    null,
  ])
})
