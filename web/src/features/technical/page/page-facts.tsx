import type { ReactNode } from 'react'
import type { PageDetail } from '@/api/technical'
import { bytes, day, num } from '@/lib/format'
import { SheetSection } from '@/ui/overlays/sheet'

/** The metadata and measurements of a page; what the crawl does not have is unknown. */
export const PageFacts = ({ page }: { page: PageDetail }) => (
  <>
    <SheetSection title="Content">
      <Facts
        facts={[
          ['Title', text(page.title, lengths(page.titleLength, page.titlePixels))],
          ['Meta description', text(page.description, lengths(page.descriptionLength, page.descriptionPixels))],
          ['H1', text(page.h1, page.h1 ? lengths([...page.h1].length, null) : '')],
          ['Second H1', text(page.secondH1)],
          ['Number of H1', number(page.h1Count)],
          ['Words', number(page.wordCount)],
          ['Language', text(page.language || null)],
          ['Images without alt text', number(page.imagesWithoutAlt)],
        ]}
      />
    </SheetSection>
    <SheetSection title="Indexing">
      <Facts
        facts={[
          ['Canonical', text(page.canonical)],
          ['Meta robots', text(page.metaRobots)],
          ['X-Robots-Tag', text(page.xRobotsTag)],
          ['Meta refresh', text(page.metaRefresh)],
          ...(page.redirectUrl ? [['Redirects to', page.redirectUrl] as const] : []),
          ...(page.redirectType ? [['Redirect type', page.redirectType] as const] : []),
        ]}
      />
    </SheetSection>
    {(Object.keys(page.columns).length > 0 || page.filters.length > 0) && (
      <SheetSection title="More from the crawler">
        <Facts
          facts={[
            ...Object.entries(page.columns),
            ...(page.filters.length > 0 ? [['Listed under', page.filters.join(', ')] as const] : []),
          ]}
        />
      </SheetSection>
    )}
    <SheetSection title="Crawl">
      <Facts
        facts={[
          ['Content type', text(page.contentType || null)],
          ['Size', page.sizeBytes === null ? unknown : bytes(page.sizeBytes)],
          ['Response time', page.responseSeconds === null ? unknown : `${num(page.responseSeconds)} s`],
          ['Last modified', page.lastModified === null ? unknown : day(page.lastModified)],
          ['Clicks from the home page', number(page.crawlDepth)],
          ['Links in', number(page.inlinkCount)],
          ['Pages that link to it', number(page.uniqueInlinkCount)],
          ['Links out', number(page.outlinkCount)],
          ['Link score', number(page.linkScore)],
        ]}
      />
    </SheetSection>
  </>
)

const unknown = <span className="font-normal text-ink-3">Unknown</span>
const none = <span className="font-normal text-ink-3">None</span>

const number = (n: number | null) => (n === null ? unknown : num(n))

/** A text of the page with a note; empty is none, and null is unknown. */
function text(value: string | null, note = '') {
  if (value === null) return unknown
  if (value === '') return none
  return (
    <>
      {value}
      {note && <span className="block text-xs font-normal text-ink-3">{note}</span>}
    </>
  )
}

/** "54 characters, 512 px wide", as far as known. */
const lengths = (characters: number | null, pixels: number | null) =>
  [characters !== null && `${num(characters)} characters`, pixels !== null && `${num(pixels)} px wide`]
    .filter(Boolean)
    .join(', ')

const Facts = ({ facts }: { facts: (readonly [name: string, value: ReactNode])[] }) => (
  <dl className="grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)] gap-x-6 gap-y-1.5">
    {facts.map(([name, value]) => (
      <div key={name} className="contents">
        <dt className="text-ink-3">{name}</dt>
        <dd className="num font-medium wrap-anywhere">{value}</dd>
      </div>
    ))}
  </dl>
)
