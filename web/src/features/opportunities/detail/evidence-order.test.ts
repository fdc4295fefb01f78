import { expect, it } from 'vitest'
import { inOrder } from './evidence-order'

it('shows the loss first, each figure beside what it is compared with, and where it comes from last', () => {
  expect(
    inOrder([
      'campaign',
      'conversionRate',
      'coverage',
      'engagedPercent',
      'lossPercent',
      'source',
      'usualRate',
      'window',
    ]),
  ).toEqual([
    'lossPercent',
    'conversionRate',
    'usualRate',
    'engagedPercent',
    'campaign',
    'window',
    'source',
    'coverage',
  ])
})
