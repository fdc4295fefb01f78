import { humanize } from './format'

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
