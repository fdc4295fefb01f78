import { describe, expect, it } from 'vitest'
import {
  ago,
  calendarDay,
  hoursText,
  humanize,
  money,
  num,
  percent,
  price,
  share,
  until,
  upToHundredths,
} from './format'

describe('numbers', () => {
  it('are grouped and given their unit', () => {
    expect([num(48213), percent(0.021), money(6842.4, 'EUR')]).toEqual(['48,213', '2.1%', '€6,842'])
  })

  it('show a negative number that rounds to zero without a sign', () => {
    const values = [-0.004, -0, 0.004, -0.005, -0.12]
    expect(values.map(upToHundredths)).toEqual(['0', '0', '0', '-0.01', '-0.12'])
    expect([num(-0.04), percent(-0.0004), money(-0.4, 'EUR')]).toEqual(['0', '0.0%', '€0'])
  })

  it('tell a share from none and from all', () => {
    expect([0, 0.0002, 0.005, 0.006, 0.544, 0.995, 0.9998, 1].map((part) => share(part))).toEqual([
      '0%',
      '0.02%',
      '0.5%',
      '1%',
      '54%',
      '99.5%',
      '99.98%',
      '100%',
    ])
  })

  it('state work in minutes below an hour', () => {
    expect([0.25, 1, 2.25, 10].map(hoursText)).toEqual(['15 min', '1 hour', '2.25 hours', '10 hours'])
  })

  it('have no cents where the currency has none', () => {
    expect([price(45.5, 'USD'), price(45.5, 'JPY'), money(3.25, 'KRW', 2)]).toEqual(['$45.50', '¥46', '₩3'])
  })
})

describe('times', () => {
  const now = new Date('2026-11-21T12:00:00Z')
  it.each([
    ['2026-11-21T11:59:40Z', 'just now'],
    ['2026-11-21T11:48:00Z', '12 minutes ago'],
    ['2026-11-20T10:00:00Z', 'yesterday'],
    ['2026-11-02T10:00:00Z', 'Nov 2, 2026'],
  ])('%s reads as %s', (at, text) => {
    expect(ago(at, now)).toBe(text)
  })
})

describe('times to come', () => {
  const now = new Date('2026-11-21T12:00:00Z')
  it.each([
    ['2026-11-21T11:00:00Z', 'any moment'],
    ['2026-11-21T12:30:00Z', 'in 30 minutes'],
    ['2026-11-21T17:10:00Z', 'in 5 hours'],
    ['2026-11-22T13:00:00Z', 'tomorrow'],
  ])('%s reads as %s', (at, text) => {
    expect(until(at, now)).toBe(text)
  })
})

describe('a calendar day', () => {
  it('is the same day in every time zone', () => {
    expect(calendarDay('2026-11-20')).toBe('Nov 20, 2026')
  })
})

describe('names of fields', () => {
  it.each([
    ['wasted_ad_spend', 'Wasted ad spend'],
    ['clicksLast28Days', 'Clicks last 28 days'],
    ['avgCpc', 'Avg CPC'],
  ])('%s reads as %s', (name, text) => {
    expect(humanize(name)).toBe(text)
  })
})
