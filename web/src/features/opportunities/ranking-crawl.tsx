import { useEffect } from 'react'
import { refreshInsights } from '@/api/insights'
import type { Crawl } from '@/api/technical'
import { Card } from '@/ui/card'
import { Icon } from '@/ui/icons'
import { PageHeader } from '@/ui/page-header'
import { SkeletonRows } from '@/ui/skeleton'

/** The interval of reads while waiting, in ms: a recompute that finds nothing sends no event of insights. */
const pollInterval = 3_000

/** Shown while an import or a recompute is under way; the first opportunities appear by themselves. */
export function RankingCrawl() {
  useEffect(() => {
    const timer = setInterval(() => void refreshInsights(), pollInterval)
    return () => clearInterval(timer)
  }, [])
  return (
    <>
      <PageHeader title="All Opportunities">We’re ranking your opportunities.</PageHeader>
      <Card title="Opportunities">
        <SkeletonRows label="Ranking what the crawl found" />
      </Card>
    </>
  )
}

/** Shown when the newest crawl led to no opportunity. */
export const NothingToFix = ({ crawl }: { crawl: Crawl }) => (
  <p className="mb-4 flex items-center gap-2.5 rounded-lg bg-good-soft px-4 py-3 text-good-ink">
    <Icon name="check" className="shrink-0" />
    <span className="min-w-0 wrap-anywhere">We found nothing to fix in {crawl.fileName}.</span>
  </p>
)
