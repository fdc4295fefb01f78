import { useEffect } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import { selectSite } from '@/api/selected-site'
import { providerName } from '@/lib/integration'
import { toast } from '@/lib/toast'

const parameters = ['google', 'provider', 'siteId', 'message']

/** Says once what came of signing in with Google, which the server writes into the address it sends the browser to. */
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
    // Who signed in before there was a site wants to choose from what the account has.
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
