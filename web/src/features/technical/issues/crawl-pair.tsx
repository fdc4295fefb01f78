import { useCrawls, type Crawl } from '@/api/technical'
import { countText, day } from '@/lib/format'
import { Select } from '@/ui/forms/select'

/** The value of the newest crawl, and of the last one before it: a select has no empty value. */
const usual = 'usual'
/** The most crawls to choose from. */
const limit = 100

type Pair = { of: string; against: string }

/** The choice of two crawls of the site to compare; nothing with a single crawl. */
export function CrawlPair({
  siteId,
  pair,
  onChange,
}: {
  siteId: string
  pair: Pair
  onChange: (pair: Pair) => void
}) {
  const { crawls } = useCrawls({ siteId, limit })
  if (!crawls || crawls.length < 2) return null
  const newest = crawls[0]!.id
  const of = pair.of || newest
  return (
    <div className="flex min-w-0 flex-1 basis-full items-center gap-2 @4xl:basis-64">
      <Select
        label="Crawl"
        value={of}
        options={crawls.map((crawl) => ({ value: crawl.id, label: crawlName(crawl) }))}
        onChange={(id) =>
          onChange(
            id === newest && !pair.against ? { of: '', against: '' } : ordered(crawls, id, pair.against, of),
          )
        }
        className="min-w-0 flex-1"
      />
      <span className="text-xs whitespace-nowrap text-ink-3">
        <span className="@2xl:hidden">vs.</span>
        <span className="hidden @2xl:inline">compared with</span>
      </span>
      <Select
        label="Compared with"
        value={pair.against || usual}
        options={[
          { value: usual, label: 'Previous crawl' },
          ...crawls.map((crawl) => ({ value: crawl.id, label: crawlName(crawl) })),
        ]}
        onChange={(id) =>
          onChange(id === usual ? { of: '', against: '' } : ordered(crawls, of, id, pair.against))
        }
        className="min-w-0 flex-1"
      />
    </div>
  )
}

/**
 * Two crawls, the newer one first. Where one is missing, or one was chosen twice, the other is what it was
 * before, or a neighbor in time.
 */
function ordered(crawls: Crawl[], one: string, two: string, before: string): Pair {
  const place = (id: string) => crawls.findIndex((crawl) => crawl.id === id)
  const neighbor = crawls[place(one) + 1] ?? crawls[place(one) - 1]!
  const other = two && two !== one ? two : before && before !== one ? before : neighbor.id
  return place(one) < place(other) ? { of: one, against: other } : { of: other, against: one }
}

const crawlName = ({ crawledAt, importedAt, fileName, pages, partial }: Crawl) =>
  [day(crawledAt ?? importedAt), fileName, countText(pages, 'page'), partial && 'part of the site']
    .filter(Boolean)
    .join(' · ')
