import type { components } from '@/api/schema.gen'
import { calendarDay, humanize, num, percent, price, share, significant, upToThousandths } from './format'

type Insight = components['schemas']['Insight']

/** Labels of evidence whose names in the API are not the field's words, by the name in camel case. */
const labels: Record<string, string> = {
  window: 'Period',
  coverage: 'Data complete',
  pages: 'Competing pages',
  effectivePageCount: 'Effective number of pages',
  daysAnotherPageLeadsPercent: 'Days the ranking page changed',
  daysActive: 'Days with impressions',
  seenTogether: 'Searches that show both pages',
  keep: 'Page to keep',
  usualClicksMonth: 'Previous clicks a month',
  clicksReference: 'Clicks in the comparison period',
  referenceWindow: 'Comparison period',
  comparedWindow: 'Comparison period',
  controlChangePercent: 'Change of similar pages',
  lostMonth: 'Clicks lost a month',
  lostByRankPercent: 'Lost to lower rankings',
  lostBySnippetPercent: 'Lost to lower CTR',
  lostByDemandPercent: 'Lost to lower demand',
  daysCut: 'Truncated days',
  daysImpossible: 'Days with impossible rows',
  rowsImpossible: 'Impossible rows',
  rowsBeyondBelief: 'Implausible rows',
  trustPercent: 'Trust in the data',
  moneyBefore: 'Currency before',
  moneyNow: 'Currency now',
  daysThatCount: 'Days counted',
  position: 'Average position',
  positionBefore: 'Previous position',
  clickRate: 'CTR',
  expectedClickRate: 'Expected CTR',
  moreClicks: 'Extra clicks a month',
  moreClicksOfAll: 'Total extra clicks',
  pageTitle: 'Current title',
  proposedTitle: 'Suggested title',
  sameTask: 'Related searches',
  volume: 'Monthly search volume',
  difficulty: 'Keyword difficulty',
  intent: 'Search intent',
  deepest: 'Clicks from the home page',
  expectedConversions: 'Conversions that the target pays for',
  paidMonth: 'Paid visits a month',
  paidExpectedMonth: 'Expected paid conversions a month',
  unpaidMonth: 'Unpaid visits a month',
  queryShown: 'Query',
  contentInlinks: 'In-content links',
  medianContentInlinks: 'Typical in-content links',
  sourcePages: 'Pages to link from',
  linksToPages: 'Internal links to these pages',
  linkingPages: 'Pages with these links',
  mostSharedText: 'Most repeated text',
  gapPages: 'Pages with a CTR below expected',
  lossPercent: 'Estimated loss',
  labLcpSeconds: 'LCP in the lab test',
  layoutShift: 'CLS',
  usualRate: 'Usual conversion rate',
  usualRateCountsLikeVisits: 'Prior weight (visits)',
  usualRateCountsLikeClicks: 'Prior weight (clicks)',
  peerPages: 'Similar pages',
  subjectPages: 'Similar pages on this subject',
  engagedPercent: 'Engagement rate',
  usualEngagedPercent: 'Engagement rate of similar pages',
  pageKind: 'Page type',
  bestPage: 'Best similar page',
  visitsForAClick: 'Visits per click',
  visitsForAClickElsewhere: 'Visits per click on other pages',
  pagesClicked: 'Pages with clicks',
  costPerConversion: 'CPA',
  costPerConversionBefore: 'Previous CPA',
  targetCostPerConversion: 'Target CPA',
  targetBasis: 'Target',
  breakEvenRate: 'Break-even conversion rate',
  terms: 'Search terms',
  // Columns of the rows
  clicksUsualAtItsPositions: 'Expected clicks',
  termSearched: 'Search term',
  campaignName: 'Campaign',
  groupName: 'Ad group',
  pageTested: 'Page',
  deviceTested: 'Device',
  lastDays: 'Days',
  timesSeen: 'Impressions or visits',
}

/** Figures of the method: they explain an estimate to an analyst and persuade nobody else. */
const methodFields =
  /^(probability\w*|clicks(Low|Mid|High)|clickValue(Source)?|usualRateCountsLike\w+|effectivePageCount|severity|rankedBy|rankedPages|potentialPercentile|pageRankPercentile|targetBasis|sourcePercentile|trustPercent|uncountedLinks|prior\w*)$/

const camel = (name: string) => name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())

/** Whether a field belongs to the method rather than to the evidence. */
export const isMethodField = (name: string) => methodFields.test(camel(name))

/** The label of a field of the evidence: "Pages affected", "Canonical URL". */
export const fieldName = (name: string) =>
  labels[camel(name)] ??
  humanize(name)
    .replace(/ month$/, ' a month')
    .replace(/ (of (day|page|query|term|visits)|there|made)$/, '')
    .replace(/ (percent(ile)?|seconds|ms)$/, '')
    .replace(/\bpage rank\b/i, 'PageRank')
    .replace(/\burls\b/gi, 'URLs')

/** Units by the ending of a field's name. */
const units: [ending: RegExp, unit: string][] = [
  [/percent$/i, '%'],
  [/seconds$/i, ' s'],
  [/(M|_m)s$/, ' ms'],
]

/** Labels for codes of the engine. */
const codes: Record<string, string> = {
  url: 'Field data for this page',
  origin: 'Field data for the whole site',
  lab: 'One lab test',
  pagerank: 'Internal PageRank of the crawl',
  canonicalised: 'Canonical points to another URL',
}

/** Fields with amounts of money. */
const isMoney = /^(spend|cost|revenue|cpc)|(cost|spend)|_cpc$|(click|conversion)[_]?value$/i

/** The currency of the amounts in the evidence; without a value in money, the evidence says it. */
export function currencyOf({ value, evidence }: Pick<Insight, 'value' | 'evidence'>) {
  const { currency } = evidence
  return value?.currency ?? (typeof currency === 'string' ? currency : undefined)
}

/** "July 7, 2026", as the engine writes a day. */
const writtenDay = /[A-Z]\w+ \d{1,2}, \d{4}/g

const dayOf = (text: string) => {
  const at = new Date(`${text} UTC`)
  return Number.isNaN(at.getTime()) ? text : calendarDay(at.toISOString().slice(0, 10))
}

/** Periods with days as the app writes them; everything else as it is. */
function textOf(name: string, text: string) {
  if (/window$/i.test(name)) {
    // Several snapshots may be of one day.
    const spans = [...new Set(text.split('; '))].join('; ')
    return spans.replace(writtenDay, dayOf).replace(/(\d{4}) to /g, '$1 – ')
  }
  return name === 'coverage' ? text.replace(/ came$/, '') : text
}

/** "95%"; estimates claim no certainty. */
export const probability = (value: number) =>
  value > 0.99 ? `over ${share(0.99)}` : value < 0.01 ? `under ${share(0.01)}` : share(value)

/** A field of the evidence as text: formatted by its unit, shares in percent, nothing as Unknown. */
export function evidenceText(name: string, value: unknown, currency?: string | undefined): string {
  if (value === null || value === undefined || value === '') return 'Unknown'
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (currency && isMoney.test(name) && !Number.isNaN(Number(value))) return price(Number(value), currency)
  if (typeof value === 'number') {
    if (name.startsWith('probability')) return probability(value)
    if (/(rate|percentile|seen_?together)$/i.test(name)) return percent(value)
    if (/percent$/i.test(name) && value >= 1) return share(value / 100, 1)
    if (/position/i.test(name)) return num(value)
    // Values below one need hundredths, and so do seconds, whose thresholds are close together.
    const number =
      Math.abs(value) < 1
        ? significant(value, 2)
        : /seconds$/i.test(name)
          ? upToThousandths(Math.round(value * 100) / 100)
          : num(value)
    return number + (units.find(([ending]) => ending.test(name))?.[1] ?? '')
  }
  if (Array.isArray(value)) return value.map((item) => evidenceText(name, item)).join(', ')
  if (typeof value === 'object') return JSON.stringify(value)
  const text = textOf(name, String(value))
  if (/^\d{4}-\d\d-\d\d(T00:00:00Z)?$/.test(text)) return calendarDay(text)
  if (/^(bidding|match_type|device(_tested)?)$/.test(name)) return humanize(text)
  return (/by$|^details$/i.test(name) && codes[text]) || text
}
