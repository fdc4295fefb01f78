import { useIntegrations, type Integration } from '@/api/integrations'
import { useSiteQuery } from '@/api/site-query'
import { cx } from '@/lib/cx'
import { Card } from '@/ui/card'
import { Icon, type IconName } from '@/ui/icons'
import { LoadError } from '@/ui/load-error'
import { Skeleton } from '@/ui/skeleton'

type State = { label: string; icon: IconName; className: string }

const states: Record<Integration['status'], State> = {
  connected: { label: 'Connected', icon: 'check', className: 'text-good-ink' },
  pending: { label: 'Pending', icon: 'clock', className: 'text-warn-ink' },
  error: { label: 'Error', icon: 'alert', className: 'text-bad-ink' },
  disconnected: { label: 'Not connected', icon: 'dismiss', className: 'text-ink-3' },
}

/** The providers in the order of the product. */
const providers: { provider: Integration['provider']; name: string }[] = [
  { provider: 'ga4', name: 'Google Analytics 4' },
  { provider: 'gsc', name: 'Google Search Console' },
  { provider: 'gads', name: 'Google Ads' },
  { provider: 'semrush', name: 'Semrush' },
]

/** Where each provider stands; one without a connection is not connected. */
export function IntegrationsCard() {
  const { integrations, loading, error, reload } = useIntegrations(useSiteQuery())
  return (
    <Card title="Integrations">
      {error && <LoadError error={error} onRetry={reload} />}
      {!error && (
        <ul className="py-1.5" aria-busy={loading}>
          {providers.map(({ provider, name }) => {
            const status = integrations?.find((one) => one.provider === provider)?.status ?? 'disconnected'
            return (
              <li key={provider} className="flex items-center justify-between gap-3 px-4 py-2">
                <span className="truncate font-medium">{name}</span>
                {loading ? <Skeleton className="h-4 w-24" /> : <StateLabel state={states[status]} />}
              </li>
            )
          })}
        </ul>
      )}
    </Card>
  )
}

const StateLabel = ({ state }: { state: State }) => (
  <span className={cx('flex shrink-0 items-center gap-1 text-xs', state.className)}>
    <Icon name={state.icon} size={14} />
    {state.label}
  </span>
)
