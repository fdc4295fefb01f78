import { ClerkProvider, getToken, useAuth, useClerk } from '@clerk/react'
import { useEffect } from 'react'
import { provideSignIn } from '@/api/core/sign-in'

/** Loads Clerk, which renews the session's cookies. Its UI is not loaded: its own pages have it. */
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
            signOut: (next) => clerk.signOut({ redirectUrl: next }),
            openProfile: () => clerk.redirectToUserProfile(),
          })
        : undefined,
    [clerk, isLoaded],
  )
  return null
}
