import { useLocation } from 'wouter'
import { Portfolio } from '@/portfolio/portfolio'
import { PageHeader } from '@/ui/page-header'
import { SyncPaused } from '@/ui/plan-notice'

/** The home of an account with several sites: each with its traffic, its value and what deserves a look. */
export function AllSites() {
  const [, navigate] = useLocation()
  return (
    <>
      <PageHeader title="Overview">All sites: traffic, opportunities and what needs attention</PageHeader>
      <SyncPaused className="mb-4" />
      <Portfolio onOpen={(id) => navigate(`/opportunities?o=${id}`)} onSelect={() => scrollTo(0, 0)} />
    </>
  )
}
