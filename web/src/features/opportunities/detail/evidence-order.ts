/** What persuades, first: the size of it, then each figure beside what it is compared with. */
const first = `
  spendMonth extraSpendMonth dropPercent risePercent lossPercent moreClicks moreClicksOfAll
  conversionRate usualRate breakEvenRate conversionsMonth expectedConversionsMonth conversions expectedConversions
  spend clicks costPerConversion costPerConversionBefore targetCostPerConversion cpcNow cpcBefore
  lcpSeconds inpMs cls layoutShift labLcpSeconds ttfbMs performanceScore
  clicksMonth usualClicksMonth clicksReference lostByRankPercent lostBySnippetPercent lostByDemandPercent
  controlChangePercent position positionBefore bestPosition targetPosition places clickRate expectedClickRate
  impressionsMonth volume contentInlinks medianContentInlinks pages keep affectedPages linksToPages
  sessionsMonth visitsMonth`
  .trim()
  .split(/\s+/)

/** What it was measured on, and with what: it backs the figures above. */
const last = `
  difficulty intent pageTitle proposedTitle sameTask campaign bidding device measuredBy testedOn pageKind peerPages
  terms keywords keywordsChecked crawledPages crawledUrls comparedWith daysActive conversionValue
  referenceWindow comparedWindow window source coverage`
  .trim()
  .split(/\s+/)

/** What is in neither list stands between them. */
function rank(name: string) {
  const at = first.indexOf(name)
  return at >= 0 ? at : first.length + 1 + last.indexOf(name)
}

/** The names of an opportunity's evidence, which come by alphabet, in the order in which they persuade. */
export const inOrder = (names: readonly string[]) => names.toSorted((a, b) => rank(a) - rank(b))
