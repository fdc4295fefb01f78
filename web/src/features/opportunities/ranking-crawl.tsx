import type { Crawl } from '@/api/technical'
import { Card } from '@/ui/card'
import { Icon } from '@/ui/icons'
import { PageHeader } from '@/ui/page-header'
import { SkeletonRows } from '@/ui/skeleton'

/** Scoring ends within this time after an import, in ms; without opportunities by then there are none. */
const maxRankingTime = 60_000

/** Whether the opportunities of a crawl may still be in the making. */
export const isBeingRanked = (crawl: Crawl, now = Date.now()) =>
  now - Date.parse(crawl.importedAt) < maxRankingTime

/** Shown between an import and its first opportunities, which appear by themselves. */
export const RankingCrawl = () => (
  <>
    <PageHeader title="All Opportunities">The crawl is in. What it found is being ranked.</PageHeader>
    <Card title="Opportunities">
      <SkeletonRows label="Ranking what the crawl found" />
    </Card>
  </>
)

/** Shown when the newest crawl led to no opportunity. */
export const NothingToFix = ({ crawl }: { crawl: Crawl }) => (
  <p className="mb-4 flex items-center gap-2.5 rounded-lg bg-good-soft px-4 py-3 text-good-ink">
    <Icon name="check" className="shrink-0" />
    <span className="min-w-0 wrap-anywhere">Nothing to fix was found in {crawl.fileName}.</span>
  </p>
)
