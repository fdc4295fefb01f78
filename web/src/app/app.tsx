import { Suspense } from 'react'
import { SWRConfig } from 'swr'
import { useLocation } from 'wouter'
import { swrConfig } from '@/api/core/resource'
import { signInKey } from '@/api/core/sign-in'
import { useUser } from '@/api/session'
import { lazyPart } from '@/lib/parts/lazy-part'
import { ErrorBoundary } from './error-boundary'
import { Messages } from './messages'
import { designScreen, screenAt, type Screen } from './screens'
import { ScreenSkeleton } from './screen-skeleton'
import { Shell } from './shell'

// Not needed for the first paint: the page arrives with a session that is still valid for a while.
const Clerk = lazyPart(async () => ({ default: (await import('./clerk')).Clerk }))
// Hardly anybody sees it.
const NotFound = lazyPart(async () => ({ default: (await import('./not-found')).NotFound }))

/** The app of a signed-in user: the screen of the current path, in the shell. */
export function App() {
  const [path] = useLocation()
  const screen = screenAt(path)
  const clerkKey = signInKey()
  return (
    <SWRConfig value={swrConfig}>
      <ErrorBoundary path={path}>
        {screen ? (
          <Shell screen={screen}>
            {/* Without the key, React hides the old screen, whose open sheet would close and go back. */}
            <Suspense key={screen.label} fallback={<ScreenSkeleton title={screen.label} />}>
              <ErrorBoundary path={path} inside>
                {screen === designScreen ? <OnDevelopment screen={screen} /> : <screen.Component />}
              </ErrorBoundary>
            </Suspense>
          </Shell>
        ) : (
          <Suspense fallback={null}>
            <NotFound />
          </Suspense>
        )}
        <Messages />
        {clerkKey !== undefined && (
          <Suspense fallback={null}>
            <Clerk publishableKey={clerkKey} />
          </Suspense>
        )}
      </ErrorBoundary>
    </SWRConfig>
  )
}

/** A screen that production does not have. */
function OnDevelopment({ screen }: { screen: Screen }) {
  const { user } = useUser()
  return user?.environment === 'development' ? <screen.Component /> : <NotFound />
}
