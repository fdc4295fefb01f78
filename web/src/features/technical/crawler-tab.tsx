import { Suspense } from 'react'
import { useMay } from '@/api/core/role'
import type { Site } from '@/api/sites'
import { cx } from '@/lib/cx'
import { lazyPart } from '@/lib/lazy-part'
import { PartOfPlan } from '@/ui/plan-notice'
import { Skeleton } from '@/ui/skeleton'
import { CrawlCard } from './crawl/crawl-card'
import { PageChanges } from './crawl/page-changes'
import { CrawlHistory } from './crawls/crawl-history'
import { useRecentCrawls } from './crawls/use-recent-crawls'
import { Issues } from './issues/issues'
import { useOpenDetail } from './use-open-detail'

// Loaded after the screen: the uploader is large, and sheets open later.
const UploadCard = lazyPart(async () => ({ default: (await import('./upload/upload-card')).UploadCard }))
const PageSheet = lazyPart(async () => ({ default: (await import('./page/page-sheet')).PageSheet }))
const CrawlSheet = lazyPart(async () => ({ default: (await import('./crawls/crawl-sheet')).CrawlSheet }))

/** The crawls of a site: a new one, upload, history, and the issues of the newest one. */
export function CrawlerTab({ site }: { site: Site }) {
  const siteId = site.id
  const { page, crawl, openPage, openCrawl, close } = useOpenDetail()
  const { crawls } = useRecentCrawls(siteId)
  const { edit } = useMay()
  // Once there are issues to look at, they come first, and ways to new ones take little room.
  const small = crawls === undefined || crawls.length > 0
  return (
    <div className="grid gap-4">
      <PartOfPlan source="crawl" />
      <div
        className={cx(
          'grid gap-4',
          !edit ? '' : small ? '@3xl:grid-cols-2 @5xl:grid-cols-3' : '@4xl:grid-cols-[minmax(0,1fr)_320px]',
        )}
      >
        {edit && (
          <div className={small ? 'contents' : 'grid content-start gap-4'}>
            <CrawlCard site={site} small={small} />
            <Suspense fallback={<Skeleton className={cx('rounded-lg', small ? 'h-44' : 'h-72')} />}>
              <UploadCard siteId={siteId} small={small} />
            </Suspense>
          </div>
        )}
        <CrawlHistory
          siteId={siteId}
          onOpen={openCrawl}
          className={cx(
            // As tall as its crawls, at most; beside others as tall as they are.
            small && 'max-h-56',
            small && edit && '@3xl:col-span-2 @5xl:col-span-1 @5xl:h-56 @5xl:max-h-none @5xl:min-h-full',
          )}
        />
      </div>
      <PageChanges siteId={siteId} onOpenPage={openPage} />
      <Issues siteId={siteId} onOpenPage={openPage} />
      <Suspense>
        <PageSheet siteId={siteId} url={page} onOpen={openPage} onClose={close} />
        <CrawlSheet siteId={siteId} id={crawl} onClose={close} />
      </Suspense>
    </div>
  )
}
