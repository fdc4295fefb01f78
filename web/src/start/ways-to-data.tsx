import { Link } from 'wouter'
import type { Site } from '@/api/sites'
import { domainText } from '@/lib/domain'
import { Button } from '@/ui/button'
import { Icon, type IconName } from '@/ui/icons'
import { crawlSite } from './crawl-state'
import { useSiteCrawls } from './site-crawls'

type Way = { title: string; text: string; icon: IconName; href: string }

const settings = '/settings?tab=integrations'
const ways: Way[] = [
  { title: 'Connect GA4', text: 'Traffic, conversions, revenue', icon: 'chart', href: settings },
  { title: 'Connect Search Console', text: 'Keyword and ranking insights', icon: 'search', href: settings },
  { title: 'Connect Google Ads', text: 'Wasted spend, ROAS', icon: 'ads', href: settings },
  {
    title: 'Enable PageSpeed snapshots',
    text: 'Slow pages with revenue at risk',
    icon: 'gauge',
    href: settings,
  },
  {
    title: 'Upload crawler CSV',
    text: 'The export of a desktop crawler. Takes a minute',
    icon: 'upload',
    href: '/technical',
  },
]

/** The pages of a first crawl. */
const firstCrawl = 500

/** Every way to the first data: a crawl at once, and the screens to connect or upload. */
export function WaysToData({ site }: { site: Site | undefined }) {
  const running = useSiteCrawls((state) => site && state.bySite[site.id]?.phase === 'running')
  return (
    <>
      {site && !running && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-md bg-accent-soft p-3.5">
          <p className="min-w-0 flex-1 basis-56 text-pretty">
            <b className="font-semibold">Fastest: crawl {domainText(site.domain)}.</b> Upslope reads up to{' '}
            {firstCrawl} pages in a few minutes. Nothing to install, no file needed.
          </p>
          <Button variant="primary" icon="refresh" onClick={() => void crawlSite(site.id, firstCrawl)}>
            Crawl this site
          </Button>
        </div>
      )}
      <ul className="grid gap-2 @2xl:grid-cols-2 @4xl:grid-cols-3">
        {ways.map((way) => (
          <li key={way.title} className="flex">
            <WayCard way={way} />
          </li>
        ))}
      </ul>
    </>
  )
}

/** A card whose title's link covers all of it. */
const WayCard = ({ way: { title, text, icon, href } }: { way: Way }) => (
  <div className="group relative flex flex-1 items-center gap-3 rounded-md border border-line p-3 transition-colors hover:border-line-strong hover:bg-sunken">
    <span className="flex size-8 shrink-0 items-center justify-center rounded-md bg-hover text-ink-2">
      <Icon name={icon} />
    </span>
    <div className="min-w-0 flex-1">
      <h3 className="font-medium">
        <Link href={href} className="rounded-xs after:absolute after:inset-0 after:rounded-md">
          {title}
        </Link>
      </h3>
      <p className="text-xs text-pretty text-ink-2">{text}</p>
    </div>
    <Icon
      name="right"
      size={14}
      className="shrink-0 text-ink-3 transition-transform group-hover:translate-x-0.5"
    />
  </div>
)
