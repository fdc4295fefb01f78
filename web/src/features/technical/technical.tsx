import { Link } from 'wouter'
import { useSelectedSite } from '@/api/selected-site'
import { useSites } from '@/api/sites'
import { buttonClass } from '@/ui/button'
import { Card } from '@/ui/card'
import { EmptyState } from '@/ui/empty-state'
import { LoadError } from '@/ui/load-error'
import { PageHeader } from '@/ui/page-header'
import { SkeletonRows } from '@/ui/skeleton'
import { CrawlerTab } from './crawler-tab'

/** The technical state of a site, as its crawls show it. */
export function Technical() {
  const { site, loading, error } = useSelectedSite()
  const { reload } = useSites()
  return (
    <>
      <PageHeader title="Technical">
        {site ? `What crawls of ${site.domain} find` : 'What a crawl of your site finds'}
      </PageHeader>
      {loading && (
        <div className="card">
          <SkeletonRows />
        </div>
      )}
      {error && <LoadError error={error} onRetry={reload} />}
      {!loading && !error && !site && <NoSite />}
      {/* Another site is another screen: nothing picked or paged for one may show under the other. */}
      {site && <CrawlerTab key={site.id} siteId={site.id} />}
    </>
  )
}

const NoSite = () => (
  <Card title="Upload crawler CSV">
    <EmptyState
      icon="globe"
      title="Add a site first"
      action={
        <Link href="/sites" className={buttonClass('primary')}>
          Add a site
        </Link>
      }
    >
      A crawl belongs to a site. A name and a domain are enough.
    </EmptyState>
  </Card>
)
