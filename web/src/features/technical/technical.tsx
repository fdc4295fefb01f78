import { Suspense } from 'react'
import { useSelectedSite } from '@/api/selected-site'
import { useSites, type Site } from '@/api/sites'
import { domainText } from '@/lib/domain'
import { useUrlState } from '@/lib/use-url-state'
import { lazyPart } from '@/lib/parts/lazy-part'
import { LoadError } from '@/ui/load-error'
import { PageHeader } from '@/ui/page-header'
import { SkeletonRows } from '@/ui/skeleton'
import { Tabs } from '@/ui/tabs'
import { CrawlerTab } from './crawler-tab'

const FirstSteps = lazyPart(async () => ({ default: (await import('@/start/first-steps')).FirstSteps }))
const PagesTab = lazyPart(async () => ({ default: (await import('./table-tabs')).PagesTab }))
const PageSpeedTab = lazyPart(async () => ({ default: (await import('./table-tabs')).PageSpeedTab }))

const waiting = (
  <div className="card">
    <SkeletonRows />
  </div>
)

/** The technical state of a site: page speed and crawls. */
export function Technical() {
  const { site, loading, error } = useSelectedSite()
  const { reload } = useSites()
  return (
    <>
      <PageHeader title="Technical Analysis">
        {site
          ? `Page speed and crawl issues for ${domainText(site.domain)}`
          : 'Page speed and crawl issues for your site'}
      </PageHeader>
      {loading && waiting}
      {error && <LoadError error={error} onRetry={reload} />}
      {!loading && !error && !site && (
        <Suspense fallback={waiting}>
          <FirstSteps start={{ stage: 'site', site }} />
        </Suspense>
      )}
      {/* The key resets selections and paging of another site. */}
      {site && <TechnicalTabs key={site.id} site={site} />}
    </>
  )
}

/** The filters and sheets of one tab only. */
const tabDefaults = {
  q: '',
  sort: '',
  type: '',
  severity: '',
  status: '',
  seen: '',
  page: '',
  crawl: '',
  upload: '',
}

/** Crawls and page speed. Crawls come first: every "upload a crawl" link leads here. */
function TechnicalTabs({ site }: { site: Site }) {
  const [{ tab }, set] = useUrlState({ tab: 'crawler', ...tabDefaults })
  return (
    <Tabs
      label="Technical"
      value={tab === 'pagespeed' || tab === 'pages' ? tab : 'crawler'}
      tabs={[
        {
          value: 'pagespeed',
          label: 'PageSpeed Insights',
          content: (
            <Suspense fallback={waiting}>
              <PageSpeedTab site={site} />
            </Suspense>
          ),
        },
        { value: 'crawler', label: 'Crawler', content: <CrawlerTab site={site} /> },
        {
          value: 'pages',
          label: 'Pages',
          content: (
            <Suspense fallback={waiting}>
              <PagesTab site={site} />
            </Suspense>
          ),
        },
      ]}
      onChange={(value) => set({ ...tabDefaults, tab: value })}
    />
  )
}
