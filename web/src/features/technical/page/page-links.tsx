import { useState } from 'react'
import type { PageLinks } from '@/api/technical'
import { num, humanize } from '@/lib/format'
import { Badge } from '@/ui/badges/badge'
import { Button } from '@/ui/button'
import { PageText } from '@/ui/page-link'
import { SheetSection } from '@/ui/overlays/sheet'

/** Links shown before Show all. */
const collapsedCount = 10

type Link = PageLinks['links'][number]
type LinksSectionProps = { title: string; links: PageLinks | null; onOpen: (url: string) => void }

/** The links to and from a page, or once how to see them. */
export function PageLinkSections({
  inlinks,
  outlinks,
  onOpen,
}: {
  inlinks: PageLinks | null
  outlinks: PageLinks | null
  onOpen: (url: string) => void
}) {
  if (inlinks === null && outlinks === null) return <LinksSection title="Links" links={null} onOpen={onOpen} />
  return (
    <>
      <LinksSection title="Links to this page" links={inlinks} onOpen={onOpen} />
      <LinksSection title="Links from this page" links={outlinks} onOpen={onOpen} />
    </>
  )
}

/** The links to or from a page: address, anchor text, position and whether they are followed. */
function LinksSection({ title, links, onOpen }: LinksSectionProps) {
  const [all, setAll] = useState(false)
  return (
    <SheetSection title={title} {...(links && { aside: num(links.total) })}>
      {links === null && (
        <p className="text-pretty text-ink-2">
          Upload the “All Inlinks” export of the same crawl to see links.
        </p>
      )}
      {links?.total === 0 && <p className="text-ink-2">None found.</p>}
      <ul className="divide-y divide-line">
        {(all ? links?.links : links?.links.slice(0, collapsedCount))?.map((link, i) => (
          // The links of a response keep their order and have no id.
          // oxlint-disable-next-line react/no-array-index-key
          <LinkEntry key={i} link={link} onOpen={onOpen} />
        ))}
      </ul>
      {links && !all && links.links.length > collapsedCount && (
        <Button size="sm" variant="ghost" className="mt-2" onClick={() => setAll(true)}>
          Show {num(links.links.length)}
        </Button>
      )}
      {links && all && links.total > links.links.length && (
        <p className="num mt-2 text-xs text-ink-3">
          The first {num(links.links.length)} of {num(links.total)}.
        </p>
      )}
    </SheetSection>
  )
}

function LinkEntry({ link, onOpen }: { link: Link; onOpen: (url: string) => void }) {
  const broken = link.statusCode !== null && (link.statusCode === 0 || link.statusCode >= 400)
  return (
    <li className="py-2">
      <button
        type="button"
        onClick={() => onOpen(link.url)}
        className="text-left wrap-anywhere text-accent-ink hover:underline"
      >
        <PageText url={link.url} />
      </button>
      <span className="mt-0.5 flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-ink-3">
        <span className="wrap-anywhere">{link.anchor ? `“${link.anchor}”` : 'No anchor text'}</span>
        {link.type && link.type !== 'hyperlink' && <span>{humanize(link.type)}</span>}
        <span>{link.position ? humanize(link.position) : 'Position unknown'}</span>
        <span>{link.follow === null ? 'Follow unknown' : link.follow ? 'Followed' : 'Nofollow'}</span>
        {broken && <Badge tone="bad">{link.statusCode || 'No answer'}</Badge>}
      </span>
    </li>
  )
}
