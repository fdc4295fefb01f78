import { useSites } from '@/api/sites'
import { useSelectedSite } from '@/api/selected-site'
import { LoadError } from '@/ui/load-error'
import { PageHeader } from '@/ui/page-header'
import { FirstSite } from './first-site'
import { IntegrationsCard } from './integrations-card'
import { KpiCards } from './kpi-cards'
import { QuickActions } from './quick-actions'
import { RecentActivity } from './recent-activity'
import { TopOpportunities } from './top-opportunities'

/** The first screen: how the site does, what to fix next, and what happened lately. */
export function Overview() {
  const { site } = useSelectedSite()
  const { sites, error, reload } = useSites()
  return (
    <>
      <PageHeader title="Overview">
        {site
          ? `${site.name}: the last 28 days, and what to fix next`
          : 'How your site does, and what to fix next'}
      </PageHeader>
      {error ? (
        <LoadError error={error} onRetry={reload} />
      ) : (
        <>
          {sites?.length === 0 && <FirstSite />}
          <KpiCards />
          <div className="mt-4 grid items-start gap-4 @4xl:grid-cols-[minmax(0,1fr)_320px]">
            <TopOpportunities />
            <div className="grid items-start gap-4 @2xl:grid-cols-2 @4xl:grid-cols-1">
              <QuickActions />
              <IntegrationsCard />
              <RecentActivity />
            </div>
          </div>
        </>
      )}
    </>
  )
}
