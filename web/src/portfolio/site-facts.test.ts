import { describe, expect, it } from 'vitest'
import { factsOf } from './site-facts'

const now = Date.parse('2026-11-25T00:00:00Z')
const fine = { traffic: null, sources: [], crawledAt: null }
const traffic = (weekChange: number | null, metric: 'clicks' | 'sessions' = 'clicks') => ({
  metric,
  total: 100,
  change: 1,
  weekChange,
  weeks: [],
})
const texts = (state: Partial<Parameters<typeof factsOf>[0]>) =>
  factsOf({ ...fine, ...state }, now).map(({ text }) => text)

describe('what deserves a look at a site', () => {
  it('is nothing without data: unknown is not bad', () => {
    expect(texts({})).toEqual([])
    expect(texts({ traffic: traffic(null) })).toEqual([])
  })
  it('is lost access, named by its source', () => {
    const sources = [
      { provider: 'ga4', status: 'connected', lastSyncAt: null },
      { provider: 'gsc', status: 'error', lastSyncAt: null },
    ]
    expect(texts({ sources })).toEqual(['Google Search Console could not be synced'])
  })
  it('is traffic that fell by a fifth or more in a week', () => {
    expect(texts({ traffic: traffic(-31.2) })).toEqual(['Clicks down 31% week over week'])
    expect(texts({ traffic: traffic(-20, 'sessions') })).toEqual(['Sessions down 20% week over week'])
    expect(texts({ traffic: traffic(-19) })).toEqual([])
  })
  it('is a crawl of 60 days or more', () => {
    expect(texts({ crawledAt: '2026-09-26T00:00:00Z' })).toEqual(['Crawl 60 days old'])
    expect(texts({ crawledAt: '2026-09-27T00:00:00Z' })).toEqual([])
  })
})
