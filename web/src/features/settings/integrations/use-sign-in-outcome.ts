import { useEffect } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import { selectSite } from '@/api/selected-site'
import { providerName } from '@/lib/integration'
import { toast } from '@/lib/toast'

const parameters = ['google', 'provider', 'siteId', 'message']

/**
 * Shows the result of signing in with Google once; the server puts it into the query of the return address.
 */
export function useSignInOutcome() {
  const [params, setParams] = useSearchParams()
  const [, navigate] = useLocation()
  const outcome = params.get('google')
  useEffect(() => {
    if (outcome === null) return
    const [provider, siteId, message] = ['provider', 'siteId', 'message'].map((name) => params.get(name))
    if (siteId) selectSite(siteId)
    if (outcome === 'connected') {
      toast('Integration Connected', {
        description: provider ? providerName(provider) : 'Signed in with Google.',
        tone: 'good',
      })
    } else {
      toast('Connection Failed', { description: message || 'Failed to connect integration', tone: 'bad' })
    }
    // A sign-in before the first site leads to the choice from the account's properties.
    if (outcome === 'connected' && provider === 'gsc' && !siteId) {
      navigate('/sites?add=search-console', { replace: true })
      return
    }
    setParams(
      (before) => {
        const after = new URLSearchParams(before)
        for (const name of parameters) after.delete(name)
        return after
      },
      { replace: true },
    )
  }, [outcome, params, setParams, navigate])
}
