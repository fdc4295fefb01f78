import { Suspense, useState } from 'react'
import { Link } from 'wouter'
import type { Integration } from '@/api/integrations'
import { useMay } from '@/api/core/role'
import { cx } from '@/lib/cx'
import { isGoogleAccount, type Provider } from '@/lib/integration'
import { lazyPart } from '@/lib/parts/lazy-part'
import { Button, buttonClass } from '@/ui/button'
import { IntegrationBadge } from '@/ui/badges/integration-badge'
import { Notice } from '@/ui/notice'
import { PartOfPlan } from '@/ui/plan-notice'
import { ProviderMark } from '@/ui/provider-mark'
import { EnvironmentVariables, needsOwnKey, NotSetUp } from './environment-variables'
import { IntegrationFacts } from './integration-facts'
import { BackfillStatus } from './backfill-status'
import { useIntegrationActions } from './use-integration-actions'

const ConnectDialog = lazyPart(async () => ({ default: (await import('./connect-dialog')).ConnectDialog }))

/** The address of a provider's help. */
const helpAddress = (provider: Provider) => `/settings?tab=integrations&help=${provider}`

/** One provider of a site: its status, its data and its actions. */
export function IntegrationCard({ integration, demo }: { integration: Integration; demo: boolean }) {
  const [connecting, setConnecting] = useState(false)
  const { manage, isVisitor } = useMay()
  const { busy, test, disconnect } = useIntegrationActions(integration)
  const { name, provider, status } = integration
  const connected = status === 'connected'
  const canChange = manage && connected && isGoogleAccount(provider) && !demo
  return (
    <article aria-label={name} aria-busy={busy} className="card flex min-w-0 flex-col p-4">
      <header className="flex items-center gap-3">
        <ProviderMark provider={provider} />
        <h2 className="min-w-0 flex-1 text-base font-semibold text-balance">{name}</h2>
        <IntegrationBadge status={status} />
      </header>
      <p className="mt-3 text-pretty text-ink-2 @2xl:min-h-10">{integration.description}</p>
      <PartOfPlan source={provider} className="mt-3" />
      {status === 'error' && integration.lastError && (
        <Notice tone="bad" className="mt-3">
          {integration.lastError}
        </Notice>
      )}
      {integration.warning && (
        <Notice tone="warn" className="mt-3">
          {integration.warning}
        </Notice>
      )}
      <IntegrationFacts
        integration={integration}
        onChange={canChange ? () => setConnecting(true) : undefined}
      />
      <BackfillStatus integration={integration} />
      {manage && needsOwnKey(integration) && <NotSetUp className="mt-3 border-t border-line pt-3 text-xs" />}
      {manage && <EnvironmentVariables integration={integration} />}
      <footer className="mt-auto flex flex-wrap items-center gap-x-2 gap-y-2 pt-4">
        <Link
          href={helpAddress(provider)}
          aria-label={`Help with ${name}`}
          className={cx(buttonClass('ghost', 'sm'), '-ml-2.5')}
        >
          Help
        </Link>
        {manage ? (
          <>
            <Button size="sm" className="ml-auto" disabled={busy} aria-label={`Test ${name}`} onClick={test}>
              Test
            </Button>
            {connected ? (
              <Button size="sm" disabled={busy} aria-label={`Disconnect ${name}`} onClick={disconnect}>
                Disconnect
              </Button>
            ) : (
              <Button
                size="sm"
                icon="link"
                disabled={busy}
                aria-label={`Connect ${name}`}
                onClick={() => setConnecting(true)}
              >
                Connect
              </Button>
            )}
          </>
        ) : (
          !connected && (
            <span className="ml-auto text-xs text-ink-3">
              {isVisitor ? 'Sign up to connect yours.' : 'Ask an admin to connect it.'}
            </span>
          )
        )}
      </footer>
      {connecting && (
        <Suspense>
          <ConnectDialog integration={integration} onClose={() => setConnecting(false)} />
        </Suspense>
      )}
    </article>
  )
}
