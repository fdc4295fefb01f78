import { Suspense } from 'react'
import { SWRConfig } from 'swr'
import { useLocation } from 'wouter'
import { swrConfig } from '@/api/resource'
import { Toaster } from '@/ui/toaster'
import { ErrorBoundary } from './error-boundary'
import { NotFound } from './not-found'
import { screenAt } from './screens'
import { ScreenSkeleton } from './screen-skeleton'
import { Shell } from './shell'

/** The app of a signed-in user: the screen at the browser's path, in the shell. */
export function App() {
  const [path] = useLocation()
  const screen = screenAt(path)
  return (
    <SWRConfig value={swrConfig}>
      <ErrorBoundary path={path}>
        {screen ? (
          <Shell screen={screen}>
            <Suspense fallback={<ScreenSkeleton />}>
              <screen.Component />
            </Suspense>
          </Shell>
        ) : (
          <NotFound />
        )}
      </ErrorBoundary>
      <Toaster />
    </SWRConfig>
  )
}
