import type { TableRowOf } from '@/api/tables'
import { words } from '@/lib/format'
import { judgeQuality } from '@/lib/thresholds'
import { Judged } from '@/tables/cells'
import { Unknown } from '@/tables/unknown'

/** Where a keyword is, which tells it from its namesakes: "Exact · Boots › Generic". */
export const inGroup = ({
  matchType,
  campaign,
  adGroup,
}: Pick<TableRowOf<'/api/ads/keywords'>, 'matchType' | 'campaign' | 'adGroup'>) =>
  `${words(matchType)} · ${campaign} › ${adGroup}`

/** A quality score out of ten. */
export const Quality = ({ score }: { score: number | null }) =>
  score === null ? (
    <Unknown reason="Google gives this keyword no quality score." />
  ) : (
    <Judged as={judgeQuality(score)}>{score}/10</Judged>
  )
