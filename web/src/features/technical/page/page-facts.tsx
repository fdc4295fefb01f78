import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { useMay } from '@/api/core/role'
import type { PageDetail } from '@/api/technical'
import { bytes, day, num } from '@/lib/format'
import { SheetSection } from '@/ui/overlays/sheet'

/** The name of a fact and what the crawl says; null is unknown. */
type Fact = readonly [name: string, value: ReactNode]

/** The metadata and measurements of a page, and once all that the crawl does not say. */
export function PageFacts({ page }: { page: PageDetail }) {
  const { edit } = useMay()
  const sections = [
    { title: 'Content', facts: contentOf(page) },
    { title: 'Indexing', facts: indexingOf(page) },
    { title: 'More from the crawler', facts: moreOf(page) },
    { title: 'Crawl', facts: crawlOf(page) },
  ]
  const unknown = sections.flatMap(({ facts }) => facts.filter(([, value]) => value === null))
  return (
    <>
      {sections.map(({ title, facts }) => (
        <Facts key={title} title={title} facts={facts.filter(([, value]) => value !== null)} />
      ))}
      {unknown.length > 0 && (
        <SheetSection title="Missing from this crawl">
          <p className="text-pretty text-ink-2">
            {unknown.map(([name]) => name).join(', ')}.{' '}
            {edit && (
              <Link href="/technical?upload=true" className="text-accent-ink hover:underline">
                Upload an export that has them
              </Link>
            )}
          </p>
        </SheetSection>
      )}
    </>
  )
}

const contentOf = (page: PageDetail): Fact[] => [
  ['Title', text(page.title, lengths(page.titleLength, page.titlePixels))],
  ['Meta description', text(page.description, lengths(page.descriptionLength, page.descriptionPixels))],
  ['H1', text(page.h1, page.h1 ? lengths([...page.h1].length, null) : '')],
  ['Second H1', text(page.secondH1)],
  ['Number of H1s', number(page.h1Count)],
  ['Words', number(page.wordCount)],
  ['Language', page.language || null],
  ['Images without alt text', number(page.imagesWithoutAlt)],
]

const indexingOf = (page: PageDetail): Fact[] => [
  ['Canonical', text(page.canonical)],
  ['Meta robots', text(page.metaRobots)],
  ['X-Robots-Tag', text(page.xRobotsTag)],
  ['Meta refresh', text(page.metaRefresh)],
  ...(page.redirectUrl ? [['Redirects to', page.redirectUrl] as const] : []),
  ...(page.redirectType ? [['Redirect type', page.redirectType] as const] : []),
]

const moreOf = (page: PageDetail): Fact[] => [
  ...Object.entries(page.columns),
  ...(page.filters.length > 0 ? [['Listed under', page.filters.join(', ')] as const] : []),
]

const crawlOf = (page: PageDetail): Fact[] => [
  ['Content type', page.contentType || null],
  ['Size', page.sizeBytes === null ? null : bytes(page.sizeBytes)],
  ['Response time', page.responseSeconds === null ? null : `${num(page.responseSeconds)} s`],
  ['Last modified', page.lastModified === null ? null : day(page.lastModified)],
  ['Clicks from the home page', number(page.crawlDepth)],
  ['Links in', number(page.inlinkCount)],
  ['Pages that link to it', number(page.uniqueInlinkCount)],
  ['Links out', number(page.outlinkCount)],
  ['Link score', number(page.linkScore)],
]

const none = <span className="font-normal text-ink-3">None</span>

const number = (n: number | null) => (n === null ? null : num(n))

/** A text of the page with a note; empty is none. */
function text(value: string | null, note = '') {
  if (value === null) return null
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

const Facts = ({ title, facts }: { title: string; facts: Fact[] }) =>
  facts.length > 0 && (
    <SheetSection title={title}>
      <dl className="grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)] gap-x-6 gap-y-1.5">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-ink-3">{name}</dt>
            <dd className="num font-medium wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
    </SheetSection>
  )
