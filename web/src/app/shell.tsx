import { useEffect, useRef, type ReactNode } from 'react'
import { Redirect, useLocation } from 'wouter'
import { connectEvents } from '@/api/core/events'
import { useSignInRefused } from '@/api/core/unauthorized'
import { useRememberSelectedSite } from '@/api/selected-site'
import { useUser } from '@/api/session'
import { useTitle } from '@/lib/interaction/use-title'
import { LoadError } from '@/ui/load-error'
import { PageHeader } from '@/ui/page-header'
import { ProgressBar } from '@/ui/progress-bar'
import { EnvironmentBadge } from './environment-badge'
import { OfflineLine } from './offline-line'
import { ShellKeys } from './palette/shell-keys'
import { Header } from './header'
import { ScreenSkeleton } from './screen-skeleton'
import { isFor, type Screen } from './screens'
import { Sidebar } from './sidebar'
import { StaleLine } from './stale-line'

/** The frame around every screen of a signed-in user. */
export function Shell({ screen, children }: { screen: Screen; children: ReactNode }) {
  const { user, error, reload } = useUser()
  const main = useFocusOnNavigation()
  useTitle(screen.label)
  useRememberSelectedSite()
  // Neither visitors of the demo nor clients receive events.
  const signedIn = user !== undefined && !user.demo && user.role !== 'client'
  useEffect(() => (signedIn ? connectEvents() : undefined), [signedIn])
  const refused = useSignInRefused((s) => s.refused)
  // On a 401 the skeleton stays until the browser has left for the sign-in page.
  const failed = error && (refused || !('status' in error && error.status === 401))
  return (
    <div id="page" className="min-h-dvh md:pl-55">
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-60 focus:rounded-md focus:bg-accent focus:px-3 focus:py-2 focus:text-white"
      >
        Skip to content
      </a>
      <aside aria-label="Status">
        <ProgressBar />
      </aside>
      <Sidebar user={user} />
      <div className="min-w-0">
        <Header screen={screen} user={user} />
        <OfflineLine />
        <ShellKeys user={user} />
        <main
          id="main"
          ref={main}
          tabIndex={-1}
          className="@container mx-auto w-full max-w-[1240px] px-4 pt-5 pb-16 outline-none md:px-6 md:pt-6"
        >
          <StaleLine />
          {user && !isFor(user, screen) ? (
            <Redirect to="/overview" replace />
          ) : user ? (
            children
          ) : failed ? (
            <>
              <PageHeader title={screen.label} />
              <LoadError error={error} onRetry={() => void reload()} />
            </>
          ) : (
            <ScreenSkeleton title={screen.label} />
          )}
        </main>
        {user && user.environment !== 'production' && (
          <aside aria-label="Environment">
            <EnvironmentBadge />
          </aside>
        )}
      </div>
    </div>
  )
}

/** Moves the focus to the content when the path changes, so that keyboards and screen readers start there. */
function useFocusOnNavigation() {
  const [path] = useLocation()
  const main = useRef<HTMLElement>(null)
  const shownPath = useRef(path)
  useEffect(() => {
    if (shownPath.current === path) return
    shownPath.current = path
    scrollTo(0, 0)
    main.current?.focus({ preventScroll: true })
  }, [path])
  return main
}
