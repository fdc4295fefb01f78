import { Link } from 'wouter'
import { useInsight } from '@/api/insights'
import type { PageDetail } from '@/api/technical'
import { SheetSection } from '@/ui/overlays/sheet'
import { PageFacts } from './page-facts'
import { PageHead } from './page-head'
import { PageIssues } from './page-issues'
import { PageLinkSections } from './page-links'
import { PageList } from './page-list'

/** A page in the newest crawl: its status, metadata, issues and links. */
export function PageBody({ page, onOpen }: { page: PageDetail; onOpen: (url: string) => void }) {
  return (
    <>
      <PageHead page={page} />
      <PageIssues issues={page.issues} />
      {page.insightIds.length > 0 && (
        <SheetSection title="Opportunities">
          <ul className="space-y-1.5">
            {page.insightIds.map((id) => (
              <Opportunity key={id} id={id} />
            ))}
          </ul>
        </SheetSection>
      )}
      <PageFacts page={page} />
      <PageLinkSections inlinks={page.inlinks} outlinks={page.outlinks} onOpen={onOpen} />
      <PageList title="Redirects to this page" urls={page.redirectsFrom} onOpen={onOpen} />
      <PageList title="Names this page as canonical" urls={page.canonicalOf} onOpen={onOpen} />
    </>
  )
}

function Opportunity({ id }: { id: string }) {
  const { insight, error } = useInsight(id)
  return (
    <li>
      <Link href={`/opportunities?o=${id}`} className="text-accent-ink hover:underline">
        {insight?.title ?? (error ? 'An opportunity' : 'Loading…')}
      </Link>
    </li>
  )
}
