import type { PortfolioSite } from '@/api/portfolio'
import { num } from '@/lib/format'
import { providerName } from '@/lib/integration'

/** Something about a site that its owner should look at. */
export type SiteFact = { text: string; tone: 'bad' | 'warn' }

/** From these on a change of traffic (in percent) and a crawl (in days) deserve a look. */
const [dropPercent, oldCrawlDays] = [20, 60]
const dayLength = 86_400_000

type State = Pick<PortfolioSite, 'traffic' | 'sources' | 'crawledAt'>

/** What deserves a look at a site: lost access, a drop of traffic, old data. */
export function factsOf({ traffic, sources, crawledAt }: State, now = Date.now()): SiteFact[] {
  const facts: SiteFact[] = sources
    .filter(({ status }) => status === 'error')
    .map(({ provider }) => ({ text: `${providerName(provider)} could not be synced`, tone: 'bad' }))
  if (traffic && traffic.weekChange !== null && traffic.weekChange <= -dropPercent)
    facts.push({
      text: `${traffic.metric === 'clicks' ? 'Clicks' : 'Sessions'} down ${num(Math.round(-traffic.weekChange))}% week over week`,
      tone: 'bad',
    })
  const age = crawledAt === null ? 0 : Math.floor((now - Date.parse(crawledAt)) / dayLength)
  if (age >= oldCrawlDays) facts.push({ text: `Crawl ${num(age)} days old`, tone: 'warn' })
  return facts
}

/** Whether nothing is known of a site: no source is connected, and nothing was crawled or found. */
export const isBare = ({ traffic, sources, crawledAt, insights }: State & Pick<PortfolioSite, 'insights'>) =>
  traffic === null && crawledAt === null && sources.length === 0 && insights === 0
