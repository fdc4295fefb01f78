import { keywordsOf, type TableRowOf } from '@/api/tables'
import { csv, saveText } from '@/lib/csv'
import { humanize } from '@/lib/format'
import { toast } from '@/lib/toast'

/** The fields that a change of a campaign needs. */
export type Campaign = Pick<
  TableRowOf<'/api/ads/campaigns'>,
  'siteId' | 'campaignId' | 'campaign' | 'cpa' | 'targetCpa'
>
/** The fields that identify a keyword. */
type Keyword = Pick<TableRowOf<'/api/ads/keywords'>, 'campaign' | 'adGroup' | 'keyword' | 'matchType'>
type SearchTerm = TableRowOf<'/api/ads/search-terms'>

/** The factor that a reduced bid is multiplied by. */
const reduced = 0.7

/** A CSV file for Google Ads Editor. */
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
  humanize(matchType),
  // Google Ads rejects a bid of zero: a cent is the minimum.
  Math.max(0.01, bid).toFixed(2),
]

/** Pauses a campaign. */
export const pausedCampaign = ({ campaign }: Pick<Campaign, 'campaign'>) =>
  file('pause-campaign', ['Campaign', 'Campaign status'], [campaign, 'Paused'])

/** Sets the bid of a keyword. */
export const changedBid = (keyword: Keyword, bid: number) => file('change-bid', bidHeader, bidRow(keyword, bid))

/** Reduces the bid of a keyword, based on its average CPC. */
export const reducedBid = (keyword: Keyword & { currentCpc: number }) =>
  file('reduce-bids', bidHeader, bidRow(keyword, keyword.currentCpc * reduced))

/** Reduces every bid of a campaign, or its target CPA under automated bidding; null if there is neither. */
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

/** Excludes a search term from the ad group it was shown in. */
export const excludedTerm = ({ campaign, adGroup, searchTerm }: SearchTerm) =>
  file(
    'exclude-search-term',
    ['Campaign', 'Ad group', 'Keyword', 'Criterion Type'],
    [campaign, adGroup, searchTerm, 'Negative Exact'],
  )

/** Adds a search term as a keyword of the ad group it was shown in. */
export const addedKeyword = ({ campaign, adGroup, searchTerm }: SearchTerm) =>
  file(
    'add-keyword',
    ['Campaign', 'Ad group', 'Keyword', 'Criterion Type'],
    [campaign, adGroup, searchTerm, 'Exact'],
  )

/** Offers a prepared file for download; nothing here writes to Google Ads. */
export const offer = (title: string, description: string, { name, text }: EditorFile) =>
  toast(title, {
    tone: 'good',
    description: `${description} Download the CSV and import it in Google Ads Editor: Upslope can’t change your account.`,
    action: { label: 'Download CSV', run: () => saveText(name, text) },
  })
