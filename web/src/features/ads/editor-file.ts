import { keywordsOf, type TableRowOf } from '@/api/tables'
import { csv, saveText } from '@/lib/csv'
import { words } from '@/lib/format'
import { toast } from '@/lib/toast'

type Campaign = TableRowOf<'/api/ads/wasted-spend'>
/** What names a keyword, in every table that has one. */
type Keyword = Pick<TableRowOf<'/api/ads/keywords'>, 'campaign' | 'adGroup' | 'keyword' | 'matchType'>
type SearchTerm = TableRowOf<'/api/ads/search-terms'>

/** How much of a bid is left when it is reduced. */
const reduced = 0.7

/** A file that Google Ads Editor imports. */
export type EditorFile = { name: string; text: string }

const file = (name: string, header: string[], ...rows: string[][]): EditorFile => ({
  name: `${name}.csv`,
  text: csv([header, ...rows]),
})

const bidHeader = ['Campaign', 'Ad group', 'Keyword', 'Criterion Type', 'Max CPC']

const bidRow = ({ campaign, adGroup, keyword, matchType }: Keyword, bid: number) => [
  campaign,
  adGroup,
  keyword,
  words(matchType),
  // No bid is nothing: a cent is the least there is.
  Math.max(0.01, bid).toFixed(2),
]

/** Pauses a campaign. */
export const pausedCampaign = ({ campaign }: Pick<Campaign, 'campaign'>) =>
  file('pause-campaign', ['Campaign', 'Campaign status'], [campaign, 'Paused'])

/** Gives a keyword another bid. */
export const changedBid = (keyword: Keyword, bid: number) => file('change-bid', bidHeader, bidRow(keyword, bid))

/** Reduces the bid of a keyword from what its clicks cost. */
export const reducedBid = (keyword: Keyword & { currentCpc: number }) =>
  file('reduce-bids', bidHeader, bidRow(keyword, keyword.currentCpc * reduced))

/**
 * Reduces every bid of a campaign; where Google bids for it, what a conversion may cost. Null when there is neither.
 */
export async function reducedBids(campaign: Campaign): Promise<EditorFile | null> {
  const keywords = await keywordsOf(campaign)
  const rows = keywords.flatMap((keyword) =>
    keyword.bid === null ? [] : [bidRow(keyword, keyword.bid * reduced)],
  )
  if (rows.length > 0) return file('reduce-bids', bidHeader, ...rows)
  const cost = campaign.cpa ?? campaign.targetCpa
  if (cost === null) return null
  return file('reduce-bids', ['Campaign', 'Target CPA'], [campaign.campaign, (cost * reduced).toFixed(2)])
}

/** Excludes a search term from the ad group that pays for it. */
export const excludedTerm = ({ campaign, adGroup, searchTerm }: SearchTerm) =>
  file(
    'exclude-search-term',
    ['Campaign', 'Ad group', 'Keyword', 'Criterion Type'],
    [campaign, adGroup, searchTerm, 'Negative Exact'],
  )

/** Makes a search term a keyword of the ad group that pays for it. */
export const addedKeyword = ({ campaign, adGroup, searchTerm }: SearchTerm) =>
  file(
    'add-keyword',
    ['Campaign', 'Ad group', 'Keyword', 'Criterion Type'],
    [campaign, adGroup, searchTerm, 'Exact'],
  )

/** Says what was prepared, and offers the file that does it: nothing here writes to Google Ads. */
export const offer = (title: string, what: string, { name, text }: EditorFile) =>
  toast(title, {
    tone: 'good',
    description: `${what} Upslope is read-only: import this file in Google Ads Editor.`,
    action: { label: 'Download CSV', run: () => saveText(name, text) },
  })
