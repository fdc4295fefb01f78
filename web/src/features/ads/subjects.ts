import type { TableRowOf } from '@/api/tables'
import type { Subject } from '@/lib/subject'

type InAdGroup = { campaignId: string; adGroupId: string }

/** The keyword of a row. */
export const keywordOf = ({
  campaignId,
  adGroupId,
  criterionId,
}: InAdGroup & { criterionId: string }): Subject => ({
  kind: 'keyword',
  campaignId,
  adGroupId,
  criterionId,
})

/** The search term of a row, in its ad group. */
export const termOf = ({
  campaignId,
  adGroupId,
  searchTerm,
}: TableRowOf<'/api/ads/search-terms'>): Subject => ({
  kind: 'search-term',
  campaignId,
  adGroupId,
  term: searchTerm,
})
