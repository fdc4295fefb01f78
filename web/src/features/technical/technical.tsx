import { Link } from 'wouter'
import { useSelectedSite } from '@/api/selected-site'
import { useSites } from '@/api/sites'
import { buttonClass } from '@/ui/button'
import { Card } from '@/ui/card'
import { EmptyState } from '@/ui/empty-state'
import { LoadError } from '@/ui/load-error'
import { PageHeader } from '@/ui/page-header'
import { SkeletonRows } from '@/ui/skeleton'
import { CrawlHistory } from './crawl-history'
import { Issues } from './issues'
import { UploadCard } from './upload-card'

/** The technical state of a site, as its crawls show it. */
export function Technical() {
  const { site, loading, error } = useSelectedSite()
  const { reload } = useSites()
  return (
    <>
      <PageHeader title="Technical">
        {site ? `What the newest crawl of ${site.domain} found` : 'What a crawl of your site finds'}
      </PageHeader>
      {loading && (
        <div className="card">
          <SkeletonRows />
        </div>
      )}
      {error && <LoadError error={error} onRetry={reload} />}
      {!loading && !error && !site && <NoSite />}
      {site && (
        // Another site is another screen: nothing picked or paged for one may show under the other.
        <div key={site.id} className="grid gap-4">
          <div className="grid items-stretch gap-4 @4xl:grid-cols-[minmax(0,1fr)_320px]">
            <UploadCard siteId={site.id} />
            <CrawlHistory siteId={site.id} />
          </div>
          <Issues siteId={site.id} />
        </div>
      )}
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
