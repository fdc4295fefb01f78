import { Suspense, useState } from 'react'
import { Link } from 'wouter'
import { useIntegration, useIntegrations, type Integration } from '@/api/integrations'
import { useMay } from '@/api/core/role'
import { useSelectedSite } from '@/api/selected-site'
import { useSites, type Site } from '@/api/sites'
import { allProviders } from '@/lib/integration'
import { lazyPart } from '@/lib/parts/lazy-part'
import { useUrlState } from '@/lib/use-url-state'
import { buttonClass } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { LoadError } from '@/ui/load-error'
import { Notice } from '@/ui/notice'
import { usePreload } from '@/ui/overlays/lazily'
import { SyncPaused } from '@/ui/plan-notice'
import { Skeleton } from '@/ui/skeleton'
import { IntegrationCard } from './integration-card'
import { SyncHistory } from './sync-history'

const loadHelp = async () => ({ default: (await import('./help-sheet')).HelpSheet })
const HelpSheet = lazyPart(loadHelp)

/** The connections of the selected site and their syncs. */
export function IntegrationsTab() {
  const { site, loading, error } = useSelectedSite()
  const { reload } = useSites()
  if (loading) return <LoadingCards />
  if (error) return <LoadError error={error} onRetry={reload} />
  // The key resets what was typed or opened for another site.
  return site ? <SiteIntegrations key={site.id} site={site} /> : <NoSite />
}

const grid = 'grid items-stretch gap-4 @2xl:grid-cols-2 @5xl:grid-cols-3'

function SiteIntegrations({ site }: { site: Site }) {
  const { integrations, loading, error, reload } = useIntegrations({ siteId: site.id })
  const { isVisitor } = useMay()
  const { integration: pageSpeed, error: pageSpeedError } = useIntegration('pagespeed', site.id)
  if (loading) return <LoadingCards />
  if (error ?? pageSpeedError) return <LoadError error={(error ?? pageSpeedError)!} onRetry={reload} />
  return (
    <>
      <p className="mb-4 text-pretty text-ink-2">
        What we sync for <b className="font-medium text-ink">{site.name}</b>, once a day. Read-only: we never
        change your accounts.
      </p>
      <SyncPaused className="mb-4" />
      {site.demo && !isVisitor && (
        <Notice tone="warn" className="mb-4">
          This is the demo site. Add your own site to connect your accounts.
        </Notice>
      )}
      <div className={grid}>
        {integrations?.map((item) => (
          <IntegrationCard key={item.provider} integration={item} demo={site.demo} />
        ))}
        {pageSpeed ? (
          <IntegrationCard integration={pageSpeed} demo={site.demo} />
        ) : (
          <Skeleton className="h-56 rounded-lg" />
        )}
      </div>
      <SyncHistory siteId={site.id} />
      <Help integrations={[...(integrations ?? []), ...(pageSpeed ? [pageSpeed] : [])]} />
    </>
  )
}

/** The help of a provider, once one is opened. */
function Help({ integrations }: { integrations: Integration[] }) {
  const [{ help }] = useUrlState({ help: '' })
  usePreload(loadHelp)
  // It stays, to slide out when it is closed.
  const [opened, setOpened] = useState(false)
  if (help !== '' && !opened) setOpened(true)
  return (
    opened && (
      <Suspense fallback={null}>
        <HelpSheet integrations={integrations} />
      </Suspense>
    )
  )
}

const LoadingCards = () => (
  <div role="status" aria-label="Loading integrations" className={grid}>
    {allProviders.map((provider) => (
      <Skeleton key={provider} className="h-56 rounded-lg" />
    ))}
  </div>
)

const NoSite = () => (
  <div className="card">
    <EmptyState
      icon="globe"
      level="h2"
      title="No Site Selected"
      action={
        <Link href="/sites" className={buttonClass('primary')}>
          Go to Sites
        </Link>
      }
    >
      Pick a site in the header, or add one on the Sites page, to see its integrations.
    </EmptyState>
  </div>
)
