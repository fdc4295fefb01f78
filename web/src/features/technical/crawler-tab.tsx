import { Suspense, useState } from 'react'
import { useMay } from '@/api/core/role'
import type { Site } from '@/api/sites'
import { cx } from '@/lib/cx'
import { useUrlState } from '@/lib/use-url-state'
import { lazyPart } from '@/lib/parts/lazy-part'
import { useSiteCrawls } from '@/start/site-crawls'
import { PartOfPlan } from '@/ui/plan-notice'
import { Skeleton } from '@/ui/skeleton'
import { CrawlCard } from './crawl/crawl-card'
import { PageChanges } from './crawl/page-changes'
import { CrawlHistory } from './crawls/crawl-history'
import { CrawlBar } from './crawls/crawl-bar'
import { useRecentCrawls } from './crawls/use-recent-crawls'
import { Issues } from './issues/issues'
import { useOpenDetail } from './use-open-detail'

// Loaded after the screen: the uploader is large, and sheets open later.
const UploadCard = lazyPart(async () => ({ default: (await import('./upload/upload-card')).UploadCard }))
const PageSheet = lazyPart(async () => ({ default: (await import('./page/page-sheet')).PageSheet }))
const CrawlSheet = lazyPart(async () => ({ default: (await import('./crawls/crawl-sheet')).CrawlSheet }))

/** The latest crawl of a site and its issues; a new crawl, an upload and the history below it on request. */
export function CrawlerTab({ site }: { site: Site }) {
  const siteId = site.id
  const { page, crawl, openPage, openCrawl, close } = useOpenDetail()
  const { crawls, loading } = useRecentCrawls(siteId)
  const { edit } = useMay()
  const inProgress = useSiteCrawls((s) => ['running', 'failed'].includes(s.bySite[siteId]?.phase ?? ''))
  const [uploading, setUploading] = useState(false)
  const [{ upload }, set] = useUrlState({ upload: '' })
  const latest = crawls?.[0]
  const opensItself = inProgress || uploading
  const expanded = upload === '' ? opensItself : upload === 'true'
  const hasHistory = crawls !== undefined && crawls.length > 1
  const small = latest !== undefined
  return (
    <div className="grid gap-4">
      <PartOfPlan source="crawl" />
      {loading && <Skeleton className="h-14 rounded-lg" />}
      {latest && (
        <CrawlBar
          crawl={latest}
          more={edit ? 'Crawl or upload' : hasHistory ? 'All crawls' : undefined}
          expanded={expanded}
          onOpen={() => openCrawl(latest.id)}
          onToggle={() => set({ upload: !expanded === opensItself ? '' : String(!expanded) })}
        />
      )}
      {/* Always mounted: a crawl in progress expands it. */}
      <div
        hidden={loading || (small && !expanded)}
        className={cx(
          'grid gap-4',
          edit && (small ? '@3xl:grid-cols-2' : '@4xl:grid-cols-[minmax(0,1fr)_320px]'),
          edit && hasHistory && '@5xl:grid-cols-3',
        )}
      >
        {edit && (
          <div className={small ? 'contents' : 'grid content-start gap-4'}>
            <CrawlCard site={site} small={small} />
            <Suspense fallback={<Skeleton className={cx('rounded-lg', small ? 'h-44' : 'h-72')} />}>
              <UploadCard siteId={siteId} small={small} onActive={setUploading} />
            </Suspense>
          </div>
        )}
        {(!small || hasHistory) && (
          <CrawlHistory
            siteId={siteId}
            onOpen={openCrawl}
            className={cx(
              // As tall as its crawls, at most.
              small && 'max-h-80',
              small && edit && '@3xl:col-span-2 @5xl:col-span-1',
            )}
          />
        )}
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
