import type { ReactNode } from 'react'
import type { Integration } from '@/api/integrations'
import { ago, dateTime, until } from '@/lib/format'
import { isGoogleAccount } from '@/lib/integration'

/** The property, credentials and sync times of a connection. */
export function IntegrationFacts({
  integration,
  onChange,
}: {
  integration: Integration
  /** Offers to choose another property. */
  onChange?: (() => void) | undefined
}) {
  const { provider, property, propertyName, signedInAs, lastSyncAt, nextSyncAt, status } = integration
  return (
    <dl className="mt-3 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-xs">
      {property !== '' && (
        <Fact name={isGoogleAccount(provider) ? 'Property' : 'Domain'}>
          <span className="flex justify-end gap-2">
            <span className="truncate" title={property}>
              {propertyName || property}
            </span>
            {onChange && (
              <button
                type="button"
                onClick={onChange}
                aria-label={`Change the property of ${integration.name}`}
                className="hit shrink-0 rounded-xs text-accent-ink hover:underline"
              >
                Change
              </button>
            )}
          </span>
        </Fact>
      )}
      {signedInAs !== '' && (
        <Fact name="Access of">
          <span className="block truncate" title={signedInAs}>
            {signedInAs}
          </span>
        </Fact>
      )}
      <Fact name="Last sync">{lastSyncAt ? <Time at={lastSyncAt}>{ago(lastSyncAt)}</Time> : 'Never'}</Fact>
      {nextSyncAt && status !== 'disconnected' && (
        <Fact name="Next sync">
          <Time at={nextSyncAt}>{until(nextSyncAt)}</Time>
        </Fact>
      )}
    </dl>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <dt className="text-ink-3">{name}</dt>
    <dd className="num min-w-0 text-right">{children}</dd>
  </>
)

const Time = ({ at, children }: { at: string; children: ReactNode }) => (
  <time dateTime={at} title={dateTime(at)}>
    {children}
  </time>
)
