import type { PortfolioSite } from '@/api/portfolio'
import { cx } from '@/lib/cx'
import { ago, num } from '@/lib/format'
import { providerName, type Provider } from '@/lib/integration'
import { Badge } from '@/ui/badges/badge'
import { Delta } from '@/ui/badges/delta'
import { Sparkline } from '@/ui/charts/sparkline'
import { ProviderMark } from '@/ui/provider-mark'
import { factsOf } from './site-facts'

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
