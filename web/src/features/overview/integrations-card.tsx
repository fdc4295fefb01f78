import { Link } from 'wouter'
import { useIntegrations, type Integration } from '@/api/integrations'
import { useSiteQuery } from '@/api/selected-site'
import { ago, num } from '@/lib/format'
import { isBackfilling, providers, type Provider } from '@/lib/integration'
import { Card } from '@/ui/card'
import { Icon } from '@/ui/icons'
import { IntegrationBadge } from '@/ui/badges/integration-badge'
import { LoadError } from '@/ui/load-error'
import { ProviderMark } from '@/ui/provider-mark'
import { Skeleton } from '@/ui/skeleton'

/** The status of each provider; one without a connection is not connected. */
export function IntegrationsCard() {
  const { integrations, loading, error, reload } = useIntegrations(useSiteQuery())
  return (
    <Card title="Integrations">
      {error && <LoadError error={error} onRetry={reload} />}
      {!error && (
        <ul className="py-1.5" aria-busy={loading}>
          {providers.map(({ provider, name }) => (
            <Row
              key={provider}
              provider={provider}
              name={name}
              loading={loading}
              integration={integrations?.find((item) => item.provider === provider)}
            />
          ))}
        </ul>
      )}
      <Link
        href="/settings?tab=integrations"
        className="flex items-center justify-between border-t border-line px-4 py-2.5 font-medium hover:bg-sunken focus-visible:-outline-offset-2 pointer-coarse:min-h-11"
      >
        Manage Integrations
        <Icon name="right" className="text-ink-3" />
      </Link>
    </Card>
  )
}

type RowProps = {
  provider: Provider
  name: string
  loading: boolean
  integration: Integration | undefined
}

function Row({ provider, name, loading, integration }: RowProps) {
  const text = integration && statusText(integration)
  return (
    <li className="flex min-h-12 items-center gap-3 px-4 py-1.5">
      <ProviderMark provider={provider} size={28} />
      <span className="min-w-0 flex-1">
        <span className="block font-medium text-balance">{name}</span>
        {text && (
          <span className="num block truncate text-xs text-ink-3" title={text}>
            {text}
          </span>
        )}
      </span>
      {loading ? (
        <Skeleton className="h-4 w-20" />
      ) : (
        <IntegrationBadge status={integration?.status ?? 'disconnected'} />
      )}
    </li>
  )
}

/** The most important fact about a connection: its error, the backfill under way, else its last sync. */
function statusText(integration: Integration) {
  const { status, lastError, lastSyncAt, daysRead, daysWanted } = integration
  if (status === 'error' && lastError) return lastError
  if (isBackfilling(integration)) return `${num(daysRead)} of ${num(daysWanted)} days read`
  return lastSyncAt && status !== 'disconnected' ? `Synced ${ago(lastSyncAt)}` : ''
}
