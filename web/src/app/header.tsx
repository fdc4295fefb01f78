import type { Schemas } from '@/api/core/client'
import { keyLabels } from '@/lib/interaction/shortcuts'
import { toggleTheme } from '@/lib/theme'
import { Button, buttonClass } from '@/ui/button'
import { Icon } from '@/ui/icons'
import { Tooltip } from '@/ui/overlays/tooltip'
import { Drawer } from './drawer'
import { Notifications } from './inbox/notifications'
import { usePalette } from './palette/palette-state'
import type { Screen } from './screens'
import { SiteSwitcher } from './site-switcher'
import { UserMenu } from './user-menu'

/** The bar at the top: site switcher, screen title, notifications and user menu. */
export const Header = ({ screen, user }: { screen: Screen; user: Schemas['User'] | undefined }) => (
  <header className="sticky top-0 z-30 flex h-13 items-center gap-2 border-b border-line bg-canvas/85 px-4 backdrop-blur-md md:px-6">
    <Drawer user={user} />
    <SiteSwitcher />
    <span className="hidden items-center gap-2 lg:flex">
      <span aria-hidden="true" className="text-line-strong">
        /
      </span>
      <span className="px-1.5 text-ink-2">{screen.label}</span>
    </span>
    <div className="ml-auto flex shrink-0 items-center gap-1">
      {user?.demo && <Invitation />}
      <Button
        variant="ghost"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => usePalette.getState().show('palette')}
      >
        <Icon name="search" />
        <span className="sr-only">Search and commands</span>
        <kbd className="kbd hidden lg:inline">{keyLabels('mod+k')}</kbd>
      </Button>
      <Notifications user={user} />
      <Tooltip label="Switch theme">
        <Button variant="ghost" aria-label="Switch theme" onClick={toggleTheme} className="max-sm:hidden">
          <Icon name="moon" className="dark:hidden" />
          <Icon name="sun" className="hidden dark:block" />
        </Button>
      </Tooltip>
      {!user?.demo && <UserMenu user={user} />}
    </div>
  </header>
)

/** Tells visitors of the demo how to go on. */
const Invitation = () => (
  <a href="/api/login" className={buttonClass('primary', 'sm')}>
    <span className="block first-letter:uppercase">
      <span className="hidden sm:inline">Start your </span>free trial
    </span>
  </a>
)
