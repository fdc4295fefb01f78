import { Link } from 'wouter'
import type { Crawl } from '@/api/technical'
import { Icon, type IconName } from '@/ui/icons'
import { PageHeader } from '@/ui/page-header'
import { NoDataYet } from './no-data-yet'
import { NothingToFix } from './ranking-crawl'

type Way = { title: string; text: string; icon: IconName; href: string; action: string }

const connecting = { href: '/settings?tab=integrations', action: 'Connect' }
const ways: Way[] = [
  {
    title: 'Crawl your site',
    text: 'Technical SEO fixes in a few minutes. Your domain is enough',
    icon: 'refresh',
    href: '/technical',
    action: 'Crawl',
  },
  { ...connecting, title: 'Connect GA4', text: 'Traffic, conversions, revenue', icon: 'chart' },
  { ...connecting, title: 'Connect Search Console', text: 'Keyword and ranking insights', icon: 'search' },
  { ...connecting, title: 'Connect Google Ads', text: 'Wasted spend, ROAS', icon: 'ads' },
  {
    ...connecting,
    title: 'Enable PageSpeed snapshots',
    text: 'Slow pages with revenue at risk',
    icon: 'gauge',
    action: 'Enable',
  },
  {
    title: 'Upload crawler CSV',
    text: 'The export of a desktop crawler. Takes a minute',
    icon: 'upload',
    href: '/technical',
    action: 'Upload',
  },
]

/** Case (a): the account has neither connections nor insights. The ways to connect data, and the demo. */
export function ConnectData({ crawl }: { crawl: Crawl | undefined }) {
  return (
    <>
      <PageHeader title="Let's get your data connected">
        One source is enough to see what to fix first. Each additional source improves the ranking.
      </PageHeader>
      {crawl && <NothingToFix crawl={crawl} />}
      <ul className="grid gap-4 @2xl:grid-cols-2 @4xl:grid-cols-3">
        {ways.map((way) => (
          <li key={way.title} className="flex">
            <WayCard way={way} />
          </li>
        ))}
      </ul>
      <NoDataYet />
    </>
  )
}

/** A card whose title's link covers all of it. */
const WayCard = ({ way: { title, text, icon, href, action } }: { way: Way }) => (
  <div className="card group relative flex flex-1 flex-col p-4 transition-colors hover:border-line-strong">
    <span className="flex size-9 items-center justify-center rounded-md bg-accent-soft text-accent-ink">
      <Icon name={icon} size={18} />
    </span>
    <h2 className="mt-3 text-base font-semibold">
      <Link href={href} className="rounded-xs after:absolute after:inset-0 after:rounded-lg">
        {title}
      </Link>
    </h2>
    <p className="text-pretty text-ink-2">{text}</p>
    <p aria-hidden="true" className="mt-auto flex items-center gap-1 pt-3 font-medium text-accent-ink">
      {action}
      <Icon name="right" size={14} className="transition-transform group-hover:translate-x-0.5" />
    </p>
  </div>
)
