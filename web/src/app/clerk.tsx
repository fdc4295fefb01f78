import { ClerkProvider, getToken, useAuth, useClerk } from '@clerk/react'
import { useEffect } from 'react'
import { provideSignIn } from '@/api/core/sign-in'

/**
 * Loads Clerk, which keeps the session's cookies fresh. Its own screens are not loaded: people sign in and change their
 * profile on its pages.
 */
export const Clerk = ({ publishableKey }: { publishableKey: string }) => (
  <ClerkProvider publishableKey={publishableKey} afterSignOutUrl="/" prefetchUI={false} telemetry={false}>
    <Provide />
  </ClerkProvider>
)

function Provide() {
  const clerk = useClerk()
  const { isLoaded } = useAuth()
  useEffect(
    () =>
      isLoaded
        ? provideSignIn({
            renew: () => getToken({ skipCache: true }),
            signOut: () => clerk.signOut({ redirectUrl: '/' }),
            openProfile: () => clerk.redirectToUserProfile(),
          })
        : undefined,
    [clerk, isLoaded],
  )
  return null
}
