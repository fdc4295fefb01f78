import { describe, expect, it } from 'vitest'
import type { Insight } from '@/api/insights'
import { amountOf, level, scoreBand, shortEntityName, stepsOf, valueRange } from './insight'
import { evidenceText, fieldName, isMethodField } from './evidence'

const nameOf = (entityType: string, entity: Insight['entity'], evidence = {}) =>
  shortEntityName({ entityType, entity, evidence } as Insight)

describe('the words for the figures of an insight', () => {
  it.each([
    [100, 'high'],
    [70, 'high'],
    [69, 'medium'],
    [50, 'medium'],
    [49, 'low'],
    [0, 'low'],
  ])('score %i is %s', (score, band) => expect(scoreBand(score)).toBe(band))

  it.each([
    [70, 'High'],
    [69, 'Medium'],
    [40, 'Medium'],
    [39, 'Low'],
  ])('impact or effort %i is %s', (n, label) => expect(level(n)).toBe(label))

  it('what it is about has a name, not a number, and a query is no page', () => {
    expect(nameOf('query', { query: 'tents', page: 'https://a.example/tents' })).toBe('tents')
    expect(nameOf('page', { page: 'https://a.example/tents?size=2' })).toBe('/tents?size=2')
    expect(nameOf('ad_group', { campaignId: '7', adGroupId: '21' }, { adGroup: 'Prices' })).toBe('Prices')
    expect(nameOf('campaign', { campaignId: '7' })).toBe('7')
    expect(nameOf('template', { template: '/guides/*' })).toBe('/guides/*')
    expect(nameOf('template', { template: '/*' })).toBeUndefined()
  })

  it('steps are the lines of the instructions without the blank ones', () => {
    expect(stepsOf('1. Write a title\n\n  2) Publish \r\nCheck it')).toEqual([
      'Write a title',
      'Publish',
      'Check it',
    ])
  })

  it('a value is a range in its unit, and one figure when both ends read the same', () => {
    expect(valueRange({ low: 120, mid: 200, high: 340, unit: 'currency', currency: 'EUR' })).toBe('€120 – €340')
    expect(valueRange({ low: 0.4, mid: 20, high: 340, unit: 'currency', currency: 'EUR' })).toBe('€0 – €340')
    expect(valueRange({ low: 11.6, mid: 20, high: 40, unit: 'clicks' })).toBe('12 – 40 clicks')
    expect(valueRange({ low: 12.1, mid: 12.2, high: 12.3, unit: 'clicks' })).toBe('12 clicks')
  })

  it('the fields of the evidence are named in words', () => {
    expect(fieldName('pagesAffected')).toBe('Pages affected')
    expect(fieldName('canonical_url')).toBe('Canonical URL')
    expect(fieldName('clicksMonth')).toBe('Clicks a month')
    expect(fieldName('dropPercent')).toBe('Drop')
    expect(fieldName('pageRankPercentile')).toBe('PageRank')
    expect(fieldName('same_task')).toBe('Related searches')
    expect(fieldName('costPerConversion')).toBe('CPA')
    expect(['clicks_of_day', 'clicksOfTerm', 'clicks_there'].map(fieldName)).toEqual(Array(3).fill('Clicks'))
  })

  it('figures of the method are told from evidence, in both spellings of the API', () => {
    expect(['usual_rate_counts_like_visits', 'probabilityReal', 'rankedBy'].every(isMethodField)).toBe(true)
    expect(['clicks_month', 'usualRate', 'clicks'].some(isMethodField)).toBe(false)
  })

  it('an estimate has two digits at most', () => {
    expect(amountOf({ unit: 'currency', currency: 'USD' }, 5574)).toBe('$5,600')
    expect(amountOf({ unit: 'clicks' }, 499)).toBe('500 clicks')
    expect(amountOf({ unit: 'currency', currency: 'USD' }, 67)).toBe('$67')
  })

  it('evidence reads as text: unknown is not zero', () => {
    expect(evidenceText('pages', 4175)).toBe('4,175')
    expect(evidenceText('clicks', null)).toBe('Unknown')
    expect(evidenceText('details', 'canonicalised')).toBe('Canonical points to another URL')
    expect(evidenceText('cpc_before', '0.64', 'USD')).toBe('$0.64')
    expect(evidenceText('match_type', 'phrase')).toBe('Phrase')
    expect(evidenceText('current_cpc', 0.81, 'USD')).toBe('$0.81')
    expect(evidenceText('testedOn', '2026-11-22T00:00:00Z')).toBe('Nov 22, 2026')
    expect(evidenceText('clicks', 0)).toBe('0')
    expect(evidenceText('probabilityReal', 0.95)).toBe('95%')
    expect(evidenceText('probabilityReal', 0.99999999)).toBe('over 99%')
    expect(evidenceText('coverage', '28 of 28 days came')).toBe('28 of 28 days')
    expect(evidenceText('pageTitle', 'July 4, 2026 to July 5, 2026')).toBe('July 4, 2026 to July 5, 2026')
    expect(evidenceText('window', 'As of November 23, 2026; As of November 23, 2026')).toBe(
      'As of Nov 23, 2026',
    )
    expect(evidenceText('window', 'November 17, 2026 to November 18, 2026; 1 of 28 days is missing')).toBe(
      'Nov 17, 2026 – Nov 18, 2026; 1 of 28 days is missing',
    )
    expect(evidenceText('clickRate', 0.0358)).toBe('3.6%')
    expect(evidenceText('dropPercent', 65)).toBe('65%')
    expect(evidenceText('dropPercent', 99.98)).toBe('99.98%')
    expect(evidenceText('lcpSeconds', 4.43)).toBe('4.43 s')
    expect(evidenceText('lcpSeconds', 2.5)).toBe('2.5 s')
    expect(evidenceText('lcp_seconds', 4.43)).toBe('4.43 s')
    expect(evidenceText('inp_ms', 212)).toBe('212 ms')
    expect(evidenceText('engaged_percent', 61)).toBe('61%')
    expect(evidenceText('items', 3)).toBe('3')
    expect(evidenceText('seenTogether', 0.0412)).toBe('4.1%')
    expect(evidenceText('pageRankPercentile', 0.3782)).toBe('37.8%')
    expect(evidenceText('spendMonth', 317, 'USD')).toBe('$317')
    expect(evidenceText('target_cost_per_conversion', 4.2, 'EUR')).toBe('€4.20')
    expect(evidenceText('target_cost_per_conversion', 45.5, 'EUR')).toBe('€45.50')
    expect(evidenceText('measuredBy', 'url')).toBe('Field data for this page')
    expect(evidenceText('shareOfAll', 0.0412)).toBe('0.041')
    expect(evidenceText('indexable', true)).toBe('Yes')
    expect(evidenceText('urls', ['a', 'b'])).toBe('a, b')
  })
})
