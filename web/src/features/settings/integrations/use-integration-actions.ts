import { toastFailure } from '@/api/core/failure'
import {
  connectIntegration,
  disconnectIntegration,
  testIntegration,
  type Integration,
  type IntegrationResult,
} from '@/api/integrations'
import { toast } from '@/lib/toast'
import { useBusy } from '@/lib/interaction/use-busy'

type ActionTexts = { done: string; refused: string; failed: string }

const texts = {
  test: { done: 'Test Successful', refused: 'Test Failed', failed: 'Failed to test integration' },
  connect: {
    done: 'Integration Connected',
    refused: 'Connection Failed',
    failed: 'Failed to connect integration',
  },
  disconnect: {
    done: 'Integration Disconnected',
    refused: 'Disconnect Failed',
    failed: 'Failed to disconnect integration',
  },
}

/** The actions on a connection. Each shows a toast and returns the result, undefined if it failed. */
export function useIntegrationActions(integration: Integration) {
  const [busy, run] = useBusy()
  return {
    busy,
    test: () => run(() => toastResult(testIntegration(integration), texts.test)),
    connect: (changes: Parameters<typeof connectIntegration>[1]) =>
      run(() => toastResult(connectIntegration(integration, changes), texts.connect)),
    disconnect: () => run(() => toastResult(disconnectIntegration(integration), texts.disconnect)),
  }
}

async function toastResult(
  write: Promise<IntegrationResult | undefined>,
  { done, refused, failed }: ActionTexts,
) {
  try {
    const result = await write
    if (result) {
      toast(result.success ? done : refused, {
        description: result.message,
        tone: result.success ? 'good' : 'bad',
      })
    }
    return result
  } catch (error) {
    toastFailure(error, failed, refused)
    return undefined
  }
}
