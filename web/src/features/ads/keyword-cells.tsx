import type { TableRowOf } from '@/api/tables'
import { humanize } from '@/lib/format'
import { judgeQuality } from '@/lib/thresholds'
import { Judged } from '@/tables/cells'
import { Unknown } from '@/tables/unknown'

/**
 * The match type and place of a keyword, as the same text may exist in several: "Exact · Boots › Generic".
 */
export const inGroup = ({
  matchType,
  campaign,
  adGroup,
}: Pick<TableRowOf<'/api/ads/keywords'>, 'matchType' | 'campaign' | 'adGroup'>) =>
  `${humanize(matchType)} · ${campaign} › ${adGroup}`

/** A quality score from 1 to 10. */
export const Quality = ({ score }: { score: number | null }) =>
  score === null ? (
    <Unknown reason="Google Ads has no quality score for this keyword yet." />
  ) : (
    <Judged as={judgeQuality(score)}>{score}/10</Judged>
  )
