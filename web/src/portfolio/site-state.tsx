import { Link } from 'wouter'
import type { PortfolioSite } from '@/api/portfolio'
import { selectSite } from '@/api/selected-site'
import { useClients } from '@/api/settings/clients'
import type { Site } from '@/api/sites'
import { cx } from '@/lib/cx'
import { domainBeside } from '@/lib/domain'
import { ago, joinAnd, num } from '@/lib/format'
import { amountOf } from '@/lib/insight'
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

/** The traffic of the last 28 days, its change, and its weeks; chartClass says where these have no room. */
export function SiteTraffic({ site: { traffic }, chartClass }: State & { chartClass?: string }) {
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
        <Sparkline
          data={weeks}
          label={`${metric} of the last eight weeks`}
          className={cx('h-7 w-16 shrink-0', chartClass)}
        />
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

/** What deserves a look, then the traffic and what there is to gain, then the age of the data. */
export function SiteSummary({ state }: { state: PortfolioSite }) {
  const { siteId, insights, expected, top, scoredAt, crawledAt, sources } = state
  const synced = sources.flatMap(({ lastSyncAt }) => lastSyncAt ?? []).toSorted()
  return (
    <>
      <div className="mt-3 empty:hidden">
        <SiteFacts site={state} />
      </div>
      <dl className="mt-4 mb-3 grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 [&_dt]:mb-1 [&_dt]:text-xs [&_dt]:text-ink-3">
        <div>
          <dt>Opportunities</dt>
          <dd>
            <span className="num block font-medium">
              {scoredAt === null ? 'Not ranked yet' : `${num(insights)} open`}
            </span>
            <span className="num block text-xs text-ink-3">
              {expected.length > 0
                ? `about ${joinAnd(expected.map((value) => amountOf(value, value.mid)))} a month`
                : insights > 0 && 'Not valued'}
            </span>
          </dd>
        </div>
        {state.traffic && (
          <div className="justify-self-end text-right">
            <dt>Last 28 days</dt>
            <dd>
              <SiteTraffic site={state} />
            </dd>
          </div>
        )}
      </dl>
      {top && (
        <Link
          href={`/opportunities?o=${top.id}`}
          title={top.title}
          onClick={() => selectSite(siteId)}
          className="mb-3 block truncate text-ink-2 hover:text-ink hover:underline"
        >
          <span className="text-ink-3">Next: </span>
          {top.title}
        </Link>
      )}
      <div className="mt-auto flex min-h-5 flex-wrap items-center gap-x-3 gap-y-1.5 text-xs text-ink-3">
        {sources.length > 0 && <SiteSources site={state} />}
        <span className="flex flex-wrap gap-x-3 empty:hidden">
          {synced[0] && <span>Synced {ago(synced[0])}</span>}
          {crawledAt && <span>Crawled {ago(crawledAt)}</span>}
        </span>
      </div>
    </>
  )
}
