import { useLocation } from 'wouter'
import { useUrlState } from '@/lib/use-url-state'
import { Portfolio } from '@/portfolio/portfolio'
import { SiteFilter } from '@/ui/forms/site-filter'
import { PageHeader } from '@/ui/page-header'
import { SyncPaused } from '@/ui/plan-notice'

/** The home of an account with several sites: each with its traffic, its value and what deserves a look. */
export function AllSites() {
  const [, navigate] = useLocation()
  const [{ client, tag }, setFilter] = useUrlState({ client: '', tag: '' })
  return (
    <>
      <PageHeader title="Overview">All sites: traffic, opportunities and what needs attention</PageHeader>
      <SyncPaused className="mb-4" />
      <div className="mb-4 flex flex-wrap gap-2 empty:hidden">
        <SiteFilter client={client} tag={tag} onChange={setFilter} />
      </div>
      <Portfolio
        covered={{ ...(client !== '' && { clientId: client }), ...(tag !== '' && { tag }) }}
        onOpen={(id) => navigate(`/opportunities?o=${id}`)}
        onSelect={() => scrollTo(0, 0)}
      />
    </>
  )
}
