import { Link } from 'wouter'
import type { Crawl } from '@/api/technical'
import { Badge } from '@/ui/badge'
import { buttonClass } from '@/ui/button'
import { Icon, type IconName } from '@/ui/icons'
import { PageHeader } from '@/ui/page-header'
import { NothingToFix } from './ranking-crawl'

const soon: { title: string; text: string; icon: IconName }[] = [
  { title: 'Connect GA4', text: 'Traffic, conversions, revenue', icon: 'chart' },
  { title: 'Connect Search Console', text: 'Keyword and ranking insights', icon: 'search' },
  { title: 'Connect Google Ads', text: 'Wasted spend, ROAS', icon: 'ads' },
  { title: 'Enable PageSpeed snapshots', text: 'Slow pages with revenue at risk', icon: 'gauge' },
]

/** Case (a): the account has neither connections nor insights. A crawl is the way that works at once, so it leads. */
export function ConnectData({ crawl }: { crawl: Crawl | undefined }) {
  return (
    <>
      <PageHeader title="Let's get your data connected">
        A crawl of your site is enough to see what to fix first. It takes a minute and needs no account
        anywhere.
      </PageHeader>
      {crawl && <NothingToFix crawl={crawl} />}
      <div className="grid gap-4 @2xl:grid-cols-2 @4xl:grid-cols-4">
        <section
          aria-labelledby="h-crawl"
          className="card flex flex-wrap items-center gap-x-5 gap-y-4 border-accent/40 p-5 @2xl:col-span-full @2xl:p-6"
        >
          <span className="flex size-11 shrink-0 items-center justify-center rounded-lg bg-accent-soft text-accent-ink">
            <Icon name="upload" size={20} />
          </span>
          <div className="min-w-0 flex-1 basis-64">
            <h2 id="h-crawl" className="text-lg font-semibold">
              Upload crawler CSV
            </h2>
            <p className="text-ink-2">
              Technical SEO fixes, ranked, with the pages and the steps. Export the Internal tab of your
              crawler.
            </p>
          </div>
          <Link href="/technical" className={buttonClass('primary', 'lg')}>
            Upload a crawl
          </Link>
        </section>
        {soon.map((card) => (
          <section key={card.title} className="flex flex-col rounded-lg border border-line p-4">
            <div className="flex items-center justify-between gap-2">
              <Icon name={card.icon} size={18} className="text-ink-3" />
              <Badge>Coming soon</Badge>
            </div>
            <h2 className="mt-3 font-semibold">{card.title}</h2>
            <p className="text-ink-2">{card.text}</p>
          </section>
        ))}
      </div>
    </>
  )
}
