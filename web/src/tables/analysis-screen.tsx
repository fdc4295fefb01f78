import { Link } from 'wouter'
import { useSelectedSite } from '@/api/selected-site'
import { useSites, type Site } from '@/api/sites'
import { domainText } from '@/lib/domain'
import { useUrlState } from '@/lib/use-url-state'
import { buttonClass } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { LoadError } from '@/ui/load-error'
import { PageHeader } from '@/ui/page-header'
import { PartOfPlan } from '@/ui/plan-notice'
import { SkeletonRows } from '@/ui/skeleton'
import { Tabs, type TabItem } from '@/ui/tabs'
import { tableDefaults } from './use-table-view'

/** Tables shown one at a time. */
export type TableTabs = readonly [TabItem<string>, ...TabItem<string>[]]

/**
 * A screen of the selected site's analysis tables, one per tab; the first one unless the URL names another.
 */
export function AnalysisScreen({
  title,
  lead,
  source,
  tabs,
}: {
  title: string
  /** The subject of the lead text, before "for" the site. */
  lead: string
  /** The source of the tables, which not every plan includes. */
  source: string
  tabs: (site: Site) => TableTabs
}) {
  const { site, loading, error } = useSelectedSite()
  const { reload } = useSites()
  return (
    <>
      <PageHeader title={title}>
        {site ? `${lead} for ${domainText(site.domain)}` : `${lead} for your site`}
      </PageHeader>
      <PartOfPlan source={source} className="mb-4" />
      {loading && (
        <div className="card">
          <SkeletonRows />
        </div>
      )}
      {error && <LoadError error={error} onRetry={reload} />}
      {!loading && !error && !site && <NoSite />}
      {site && <TabsInURL key={site.id} label={title} tabs={tabs(site)} />}
    </>
  )
}

function TabsInURL({ label, tabs }: { label: string; tabs: TableTabs }) {
  const first = tabs[0].value
  const [{ tab }, set] = useUrlState({ tab: first, ...tableDefaults })
  const selected = tabs.find((item) => item.value === tab) ?? tabs[0]
  return (
    <Tabs
      label={label}
      value={selected.value}
      tabs={tabs}
      onChange={(value) => set({ ...tableDefaults, tab: value })}
    />
  )
}

const NoSite = () => (
  <div className="card">
    <EmptyState
      icon="globe"
      level="h2"
      title="Add a site first"
      action={
        <Link href="/sites" className={buttonClass('primary')}>
          Add a site
        </Link>
      }
    >
      A domain is enough to start.
    </EmptyState>
  </div>
)
