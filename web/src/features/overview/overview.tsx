import { Suspense } from 'react'
import { useLocation } from 'wouter'
import { useSites } from '@/api/sites'
import { useSelectedSite, useShowsAllSites } from '@/api/selected-site'
import { useMay } from '@/api/core/role'
import { useStart } from '@/start/use-start'
import { cx } from '@/lib/cx'
import { useUrlState } from '@/lib/use-url-state'
import { useNarrow } from '@/lib/interaction/use-narrow'
import { lazyPart } from '@/lib/parts/lazy-part'
import { screenPreload } from '@/lib/parts/preload-screen'
import { LoadError } from '@/ui/load-error'
import { usePreload } from '@/ui/overlays/lazily'
import { PageHeader } from '@/ui/page-header'
import { SyncPaused } from '@/ui/plan-notice'
import { Skeleton, SkeletonRows } from '@/ui/skeleton'
import { chartId, KpiCards, useFigures } from './kpi-cards'
import { TopOpportunities, useTopOpportunities } from './top-opportunities'
import { useOverviewPeriod } from './use-overview-period'

// For accounts with several sites.
const SiteFilter = lazyPart(async () => ({ default: (await import('@/ui/forms/site-filter')).SiteFilter }))
const Portfolio = lazyPart(async () => ({ default: (await import('@/portfolio/portfolio')).Portfolio }))
// For new users: loaded separately.
const FirstSteps = lazyPart(async () => ({ default: (await import('@/start/first-steps')).FirstSteps }))
// Beside and below what to fix next: likewise.
const Aside = lazyPart(async () => ({ default: (await import('./aside')).Aside }))
// In the chunk of the charts.
const DailyChart = lazyPart(async () => ({ default: (await import('./daily-chart')).DailyChart }))
const PeriodBar = lazyPart(async () => ({ default: (await import('./period-bar')).PeriodBar }))
const ChangeLog = lazyPart(async () => ({ default: (await import('./change-log')).ChangeLog }))

/** Its links lead there. */
const preloadOpportunities = async () => screenPreload.of?.('/opportunities')

/** The home screen: all sites of an account with several, until one is chosen; else how the site does. */
export function Overview() {
  return useShowsAllSites() ? <AllSites /> : <SiteOverview />
}

/** Every site with its traffic, its value and what needs attention. */
function AllSites() {
  const [, navigate] = useLocation()
  const [{ client, tag }, setFilter] = useUrlState({ client: '', tag: '' })
  return (
    <>
      <PageHeader title="Overview">All sites: traffic, opportunities and what needs attention</PageHeader>
      <SyncPaused className="mb-4" />
      <Suspense fallback={<SkeletonRows label="Loading sites" />}>
        <Portfolio
          filter={<SiteFilter client={client} tag={tag} onChange={setFilter} />}
          covered={{ ...(client !== '' && { clientId: client }), ...(tag !== '' && { tag }) }}
          onOpen={(id) => navigate(`/opportunities?o=${id}`)}
          onSelect={() => scrollTo(0, 0)}
        />
      </Suspense>
    </>
  )
}

/** How the site does, what to fix next, and recent activity. */
function SiteOverview() {
  const { site } = useSelectedSite()
  const { error, reload } = useSites()
  const start = useStart()
  const isNew = ['empty', 'site', 'data', 'waiting'].includes(start.stage)
  const top = useTopOpportunities()
  const { isClient } = useMay()
  const period = useOverviewPeriod(site?.id)
  const figures = useFigures(period)
  // On a phone, what to fix next comes before the chart.
  const narrow = useNarrow()
  usePreload(preloadOpportunities, !top.loading)
  const chart = site && (
    <Suspense fallback={<Skeleton className="m-4 h-42" />}>
      <DailyChart key={site.id} site={site} period={period} />
    </Suspense>
  )
  return (
    <>
      <PageHeader
        title="Overview"
        actions={
          site &&
          !isNew &&
          !period.empty && (
            <Suspense fallback={<Skeleton className="h-8 w-full rounded-md @2xl:w-112" />}>
              <PeriodBar period={period} />
            </Suspense>
          )
        }
      >
        {site
          ? `${site.name}: how it is doing and what to fix next`
          : 'How your site is doing and what to fix next'}
      </PageHeader>
      {error ? (
        <LoadError error={error} onRetry={reload} />
      ) : isNew ? (
        <Suspense fallback={<SkeletonRows label="Loading" />}>
          {start.stage === 'empty' ? <SkeletonRows label="Loading" /> : <FirstSteps start={start} />}
        </Suspense>
      ) : (
        <>
          <SyncPaused className="mb-4" />
          {!figures.none && (
            <KpiCards period={period} figures={figures} compact={narrow}>
              {!narrow && chart}
            </KpiCards>
          )}
          <div className="mt-4 grid items-start gap-4 @4xl:grid-cols-[minmax(0,1fr)_320px] @4xl:grid-rows-[auto_1fr]">
            <TopOpportunities top={top} />
            {narrow && !figures.none && !figures.error && !top.loading && (
              <div id={chartId} className="card overflow-hidden">
                {chart}
              </div>
            )}
            {/* On narrow screens these wait for the opportunities above, against layout shift. */}
            {!isClient && (
              <div
                className={cx(
                  'grid items-start gap-4 @2xl:grid-cols-2 @4xl:row-span-2 @4xl:grid-cols-1',
                  top.loading && 'hidden @4xl:grid',
                )}
              >
                <Suspense fallback={<Skeleton className="h-40 rounded-lg" />}>
                  <Aside />
                </Suspense>
              </div>
            )}
            {site && !top.loading && (
              <Suspense fallback={<Skeleton className="h-40 rounded-lg" />}>
                <ChangeLog key={site.id} site={site} />
              </Suspense>
            )}
          </div>
        </>
      )}
    </>
  )
}
