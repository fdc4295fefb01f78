import type { PageDetail } from '@/api/technical'
import { day } from '@/lib/format'
import { Badge, type Tone } from '@/ui/badges/badge'
import { SheetTitle } from '@/ui/overlays/sheet'
import { OutsideLink } from '@/ui/outside-link'

/** The page's address, status and indexability. */
export const PageHead = ({ page }: { page: PageDetail }) => (
  <div className="px-5 pt-5 pb-5 md:px-6">
    <SheetTitle>
      <span className="wrap-anywhere">{page.title || pathOf(page.url)}</span>
    </SheetTitle>
    <p className="mt-1">
      <OutsideLink url={page.url} className="wrap-anywhere" />
    </p>
    <div className="mt-3 flex flex-wrap items-center gap-1.5">
      <StatusCode page={page} />
      <Indexability page={page} />
      <span className="text-xs text-ink-3">
        {page.crawledAt ? `Crawled on ${day(page.crawledAt)}` : `Imported on ${day(page.importedAt)}`}
      </span>
    </div>
  </div>
)

/** The path of an address, which identifies a page within its site. */
function pathOf(url: string) {
  const parsed = URL.parse(url)
  return parsed ? parsed.pathname + parsed.search : url
}

function StatusCode({ page }: { page: PageDetail }) {
  if (page.statusCode === null) return <Badge>Status unknown</Badge>
  if (page.statusCode === 0) return <Badge tone="bad">{page.status || 'No answer'}</Badge>
  const tones: Tone[] = ['neutral', 'neutral', 'good', 'warn', 'bad', 'bad']
  return (
    <Badge tone={tones[Math.floor(page.statusCode / 100)] ?? 'neutral'}>
      <span className="num">{page.statusCode}</span> {page.status}
    </Badge>
  )
}

function Indexability({ page }: { page: PageDetail }) {
  if (page.indexable === null) return <Badge>Indexability unknown</Badge>
  if (page.indexable) return <Badge tone="good">Indexable</Badge>
  return <Badge tone="warn">Not indexable{page.indexabilityStatus && `: ${page.indexabilityStatus}`}</Badge>
}
