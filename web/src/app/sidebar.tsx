import { Link, useLocation } from 'wouter'
import type { Schemas } from '@/api/core/client'
import { manages } from '@/api/core/role'
import { useUser } from '@/api/session'
import { cx } from '@/lib/cx'
import { buttonClass } from '@/ui/button'
import { Icon } from '@/ui/icons'
import { Logo } from '@/ui/logo'
import { screenAt, screensOf } from './screens'
import { TrialBox } from './trial-box'

/** The menu on the left of wide screens. */
export const Sidebar = ({ user }: { user: Schemas['User'] | undefined }) => (
  <aside
    aria-label="Sidebar"
    className="fixed inset-y-0 left-0 z-10 hidden w-55 flex-col border-r border-line bg-canvas md:flex"
  >
    <div className="flex h-13 shrink-0 items-center px-5">
      <Link href="/overview" aria-label="Upslope, to the overview" className="rounded-md">
        <Logo />
      </Link>
    </div>
    <Navigation />
    <SidebarFooter user={user} />
  </aside>
)

/** The box under the menu. Its bottom margin leaves room for the environment badge. */
export const SidebarFooter = ({ user }: { user: Schemas['User'] | undefined }) => (
  <div className="shrink-0 px-3 pt-3 pb-10">
    {user?.plan === '' && manages(user) && <TrialBox user={user} />}
    {user?.demo && <DemoBox />}
  </div>
)

/** The links to the screens. */
export function Navigation({ onNavigate }: { onNavigate?: () => void }) {
  const [path] = useLocation()
  const current = screenAt(path)
  const { user } = useUser()
  const shown = screensOf(user)
  return (
    <nav aria-label="Main" className="flex-1 overflow-y-auto px-3 py-3">
      <ul className="space-y-px">
        {shown.map((screen) => {
          const active = screen === current
          return (
            <li key={screen.label}>
              <Link
                href={screen.paths[0]}
                onClick={() => onNavigate?.()}
                onPointerEnter={screen.Component.preload}
                onFocus={screen.Component.preload}
                aria-current={active ? 'page' : undefined}
                className={cx(
                  'flex h-8 items-center gap-2.5 rounded-md px-2 font-medium transition-colors pointer-coarse:h-11',
                  active ? 'bg-active text-ink' : 'text-ink-2 hover:bg-hover hover:text-ink',
                )}
              >
                <Icon name={screen.icon} className={active ? 'text-accent-ink' : 'text-ink-3'} />
                {screen.label}
              </Link>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}

/** In place of the trial box, for visitors of the demo. */
const DemoBox = () => (
  <section aria-label="Demo" className="rounded-lg border border-line bg-surface p-3 shadow-card">
    <h2 className="font-medium">Demo</h2>
    <p className="mt-1 text-xs text-pretty text-ink-2">A sample shop with 16 months of data. Read-only.</p>
    <a href="/" className={`${buttonClass('secondary', 'sm')} mt-3 w-full`}>
      About Upslope
    </a>
  </section>
)
