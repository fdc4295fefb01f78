import { useState, type FormEvent } from 'react'
import {
  googleSignIn,
  useProperties,
  type Integration,
  type IntegrationResult,
  type Property,
} from '@/api/integrations'
import { isGoogleAccount } from '@/lib/integration'
import { Button, buttonClass } from '@/ui/button'
import { Dialog, DialogActions } from '@/ui/dialog'
import { GoogleMark } from '@/ui/google-mark'
import { Notice } from '@/ui/notice'
import { ApiKeyField, KeyFileField, type Credentials } from './credential-fields'
import { EnvironmentVariables } from './environment-variables'
import { PropertyPicker } from './property-picker'
import { useIntegrationActions } from './use-integration-actions'

/** The ways to connect one provider: what the administrator set up, a sign-in with Google, a property, or a key. */
export function ConnectDialog({ integration, onClose }: { integration: Integration; onClose: () => void }) {
  const { busy, test, connect } = useIntegrationActions(integration)
  const [chosen, setChosen] = useState('')
  const [credentials, setCredentials] = useState<Credentials | null>(null)
  const [refused, setRefused] = useState('')
  const { name, provider, siteId, signIn, missingEnvVars } = integration
  const hasProperties = isGoogleAccount(provider)
  // Without any credentials the provider need not be asked.
  const canAsk = hasProperties && (signIn || missingEnvVars.length === 0)
  const properties = useProperties(provider, canAsk ? { siteId } : null)
  // What was read so far need not be open to other credentials: with those only a choice counts.
  const property = chosen || (credentials ? '' : integration.property || onlyMatch(properties.properties))
  const something = property !== '' || credentials !== null

  async function finish(work: Promise<IntegrationResult | undefined>) {
    const result = await work
    if (result?.success) onClose()
    else if (result) setRefused(result.message)
  }
  function send(event: FormEvent) {
    event.preventDefault()
    if (something) void finish(connect({ ...(property && { property }), ...(credentials && { credentials }) }))
  }

  return (
    <Dialog open onClose={onClose} title={`Connect ${name}`}>
      <form onSubmit={send} className="space-y-4">
        <p className="text-pretty text-ink-2">
          This integration is set up through environment variables. Your administrator must supply the
          credentials; Test Configuration then tries them.
        </p>
        <EnvironmentVariables integration={integration} />
        {signIn && (
          <a href={googleSignIn({ provider: provider as 'gsc', siteId })} className={buttonClass()}>
            <GoogleMark />
            Continue with Google
          </a>
        )}
        {canAsk && <PropertyPicker list={properties} siteId={siteId} value={property} onChange={setChosen} />}
        {hasProperties ? (
          <KeyFileField provider={provider} onChange={setCredentials} />
        ) : (
          <ApiKeyField onChange={setCredentials} />
        )}
        <div role="status">{refused !== '' && <Notice tone="bad">{refused}</Notice>}</div>
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button busy={busy} onClick={() => void finish(test())}>
            Test Configuration
          </Button>
          {something && (
            <Button type="submit" variant="primary" disabled={busy}>
              Connect
            </Button>
          )}
        </DialogActions>
      </form>
    </Dialog>
  )
}

/** The property of the site, when there is no doubt which it is. */
function onlyMatch(properties: Property[] = []) {
  const matching = properties.filter((one) => one.matches)
  return matching.length === 1 ? matching[0]!.id : ''
}
