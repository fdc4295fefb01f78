import type { Schemas } from '@/api/core/client'
import { signOut } from '@/api/session'
import { signInKey, signInService } from '@/api/core/sign-in'
import { toastFailure } from '@/api/core/failure'
import { switchAccount } from '@/api/settings/members'
import { watchTraces } from '@/api/traces/watch'
import { toggleTheme } from '@/lib/theme'
import { Menu, MenuAction, MenuSeparator } from '@/ui/overlays/menu'
import { screenAt } from './screens'
import { nameOf } from './user-menu'

// Loaded for everybody who is signed in, once the browser is idle: soon enough to look for traces.
watchTraces(() => screenAt(location.pathname)?.label)

/** What the menu of the user opens. */
export function UserMenuItems({ user }: { user: Schemas['User'] }) {
  return (
    <Menu align="end">
      <div className="px-2 py-1.5">
        <p className="truncate font-medium">{nameOf(user)}</p>
        <p className="truncate text-xs text-ink-3">{user.email}</p>
      </div>
      <MenuSeparator />
      {user.accounts.length > 1 && <AccountList user={user} />}
      {signInKey() !== undefined && (
        <MenuAction
          icon="person"
          onSelect={() =>
            void openProfile().catch((error: unknown) => toastFailure(error, 'Failed to open your profile'))
          }
        >
          Profile
        </MenuAction>
      )}
      <MenuAction icon="moon" onSelect={toggleTheme}>
        Switch theme
      </MenuAction>
      <MenuAction
        icon="logout"
        onSelect={() => void signOut().catch((error: unknown) => toastFailure(error, 'Failed to sign out'))}
      >
        Sign out
      </MenuAction>
    </Menu>
  )
}

const openProfile = async () => (await signInService()).openProfile()

/** The accounts of a person who has several, to switch between. */
const AccountList = ({ user }: { user: Schemas['User'] }) => (
  <>
    {user.accounts.map(({ id, name }) => (
      <MenuAction
        key={id}
        icon={id === user.accountId ? 'check' : 'layers'}
        onSelect={() => id !== user.accountId && switchAccount(id)}
      >
        {name}
      </MenuAction>
    ))}
    <MenuSeparator />
  </>
)
