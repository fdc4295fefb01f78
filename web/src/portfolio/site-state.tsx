import type { PortfolioSite } from '@/api/portfolio'
import { useClients } from '@/api/settings/clients'
import type { Site } from '@/api/sites'
import { cx } from '@/lib/cx'
import { domainBeside } from '@/lib/domain'
import { ago, num } from '@/lib/format'
import { providerName, type Provider } from '@/lib/integration'
import { Badge } from '@/ui/badges/badge'
import { Delta } from '@/ui/badges/delta'
import { Sparkline } from '@/ui/charts/sparkline'
import { ProviderMark } from '@/ui/provider-mark'
import { factsOf } from './site-facts'

/** A site's domain, unless that is its name, and its client. */
export function SiteDetails({ site }: { site: Pick<Site, 'name' | 'domain' | 'clientId'> }) {
  const { clients } = useClients()
  const client = clients?.find(({ id }) => id === site.clientId)?.name
  return [domainBeside(site), client].filter(Boolean).join(' · ')
}

type State = { site: PortfolioSite }

/** The traffic of the last 28 days, its change, and its weeks. */
export function SiteTraffic({ site: { traffic } }: State) {
  if (!traffic) return <span className="text-ink-3">—</span>
  const { metric, total, change, weeks } = traffic
  return (
    <span className="inline-flex items-center gap-3">
      <span>
        <span className="block font-medium whitespace-nowrap">
          {total === null ? '—' : num(Math.round(total))}{' '}
          <span className="text-xs font-normal text-ink-3">{metric}</span>
        </span>
        <span className="block text-xs whitespace-nowrap text-ink-3">
          {change === null ? 'No previous period' : <Delta value={change / 100} goodWhen="up" />}
        </span>
      </span>
      {weeks.some((week) => week !== null) && (
        <Sparkline data={weeks} label={`${metric} of the last eight weeks`} className="h-7 w-20 shrink-0" />
      )}
    </span>
  )
}

/** What deserves a look; nothing when all is well. */
export function SiteFacts({ site }: State) {
  const facts = factsOf(site)
  if (facts.length === 0) return null
  return (
    <span className="flex flex-wrap gap-1">
      {facts.map(({ text, tone }) => (
        <Badge key={text} tone={tone}>
          {text}
        </Badge>
      ))}
    </span>
  )
}

/** Every source of a site with its age. */
export function SiteSources({ site: { sources } }: State) {
  if (sources.length === 0) return <span className="text-ink-3">Nothing connected</span>
  return (
    <ul className="flex flex-wrap gap-1">
      {sources.map(({ provider, status, lastSyncAt }) => {
        const state =
          status === 'error' ? 'failed' : lastSyncAt ? `synced ${ago(lastSyncAt)}` : 'not synced yet'
        const text = `${providerName(provider)}: ${state}`
        return (
          <li key={provider} title={text} className={cx('relative', status === 'pending' && 'opacity-50')}>
            <ProviderMark provider={provider as Provider} size={20} />
            {status === 'error' && (
              <i className="absolute -top-0.5 -right-0.5 size-2 rounded-full bg-bad ring-2 ring-surface" />
            )}
            <span className="sr-only">{text}</span>
          </li>
        )
      })}
    </ul>
  )
}

/** The age of a site's data, its traffic, its open opportunities and its tags. */
export function SiteSummary({ site, state }: { site: Site; state: PortfolioSite }) {
  return (
    <>
      <div className="mt-3 empty:hidden">
        <SiteFacts site={state} />
      </div>
      <dl className="mt-3 grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 gap-y-1.5 text-xs [&>dd]:text-right [&>dt]:text-ink-3">
        <dt>Last 28 days</dt>
        <dd>
          <SiteTraffic site={state} />
        </dd>
        <dt>Open opportunities</dt>
        <dd className="num">{state.scoredAt === null ? '—' : num(state.insights)}</dd>
        <dt>Sources</dt>
        <dd className="flex justify-end">
          <SiteSources site={state} />
        </dd>
        <dt>Last crawl</dt>
        <dd>{state.crawledAt === null ? 'Never' : ago(state.crawledAt)}</dd>
        {site.ga4PropertyId && (
          <>
            <dt>GA4 property</dt>
            <dd className="num truncate">{site.ga4PropertyId}</dd>
          </>
        )}
      </dl>
      {site.tags.length > 0 && (
        <ul aria-label={`Tags of ${site.name}`} className="mt-3 flex flex-wrap gap-1">
          {site.tags.map((tag) => (
            <li key={tag}>
              <Badge>{tag}</Badge>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
