import { useState, type FormEvent } from 'react'
import {
  googleSignIn,
  useProperties,
  type Integration,
  type IntegrationResult,
  type Property,
} from '@/api/integrations'
import { isGoogleAccount } from '@/lib/integration'
import { providerHelp } from '@/api/provider-help.gen'
import { Button, buttonClass } from '@/ui/button'
import { Dialog, DialogActions } from '@/ui/overlays/dialog'
import { GoogleMark } from '@/ui/google-mark'
import { Notice } from '@/ui/notice'
import { PartOfPlan } from '@/ui/plan-notice'
import { ApiKeyField, KeyFileField, type Credentials } from './credential-fields'
import { EnvironmentVariables, needsOwnKey, NotSetUp } from './environment-variables'
import { PropertyPicker } from './property-picker'
import { useIntegrationActions } from './use-integration-actions'

/** The ways to connect a provider: server credentials, Google sign-in, a property, or the user's own key. */
export function ConnectDialog({ integration, onClose }: { integration: Integration; onClose: () => void }) {
  const { busy, test, connect } = useIntegrationActions(integration)
  const [chosen, setChosen] = useState('')
  const [credentials, setCredentials] = useState<Credentials | null>(null)
  const [failure, setFailure] = useState('')
  const { name, provider, siteId, signIn, signedInAs, missingEnvVars } = integration
  const hasProperties = isGoogleAccount(provider)
  // Without any credentials there are no properties to load.
  const hasCredentials = signedInAs !== '' || !missingEnvVars.includes('GOOGLE_APPLICATION_CREDENTIALS')
  const canAsk = hasProperties && hasCredentials
  const properties = useProperties(provider, canAsk ? { siteId } : null)
  // With new credentials only an explicit choice counts: they may not have access to the current property.
  const property = chosen || (credentials ? '' : initialProperty(properties.properties, integration.property))
  const alone = needsOwnKey(integration) && !canAsk
  const something = property !== '' || credentials !== null

  async function showResult(work: Promise<IntegrationResult | undefined>) {
    const result = await work
    if (result?.success) onClose()
    else if (result) setFailure(result.message)
  }
  function send(event: FormEvent) {
    event.preventDefault()
    if (something)
      void showResult(connect({ ...(property && { property }), ...(credentials && { credentials }) }))
  }

  return (
    <Dialog open onClose={onClose} title={`Connect ${name}`}>
      <form onSubmit={send} className="space-y-4">
        <p className="text-pretty text-ink-2">
          {providerHelp[provider].readOnly} {providerHelp[provider].when}
        </p>
        <PartOfPlan source={provider} />
        {signIn && isGoogleAccount(provider) && (
          <a href={googleSignIn({ provider, siteId })} className={buttonClass()}>
            <GoogleMark />
            Continue with Google
          </a>
        )}
        {canAsk && <PropertyPicker list={properties} siteId={siteId} value={property} onChange={setChosen} />}
        {alone && <NotSetUp />}
        {hasProperties ? (
          <KeyFileField alone={alone} provider={provider} onChange={setCredentials} />
        ) : (
          <ApiKeyField alone={alone} onChange={setCredentials} />
        )}
        <EnvironmentVariables integration={integration} />
        <div role="status">{failure !== '' && <Notice tone="bad">{failure}</Notice>}</div>
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button busy={busy} onClick={() => void showResult(test())}>
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

/** The initial property: the current one, else the site's own if it is unambiguous. */
function initialProperty(properties: Property[] = [], current: string) {
  if (properties.some((item) => item.id === current)) return current
  const matching = properties.filter((item) => item.matches)
  return matching.length === 1 ? matching[0]!.id : ''
}
