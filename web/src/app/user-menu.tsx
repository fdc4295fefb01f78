import { lazy, Suspense } from 'react'
import type { Schemas } from '@/api/core/client'
import { signOut } from '@/api/session'
import { signInKey, signInService } from '@/api/core/sign-in'
import { toastFailure } from '@/api/core/failure'
import { toggleTheme } from '@/lib/theme'
import { Menu, MenuAction, MenuSeparator } from '@/ui/overlays/menu'
import { Avatar } from '@/ui/avatar'
import { Skeleton } from '@/ui/skeleton'

type User = Schemas['User']

// Most people have one account.
const AccountList = lazy(async () => ({ default: (await import('./account-list')).AccountList }))

/** The user's full name, else "User". */
export const nameOf = (user: Pick<User, 'firstName' | 'lastName'>) =>
  [user.firstName, user.lastName].filter(Boolean).join(' ') || 'User'

/** The signed-in user, their profile and the sign-out. */
export function UserMenu({ user }: { user: User | undefined }) {
  if (!user) return <Skeleton className="ml-1 size-7 rounded-full" />
  return (
    <Menu
      align="end"
      buttonClassName="hit ml-1 flex h-8 items-center gap-2 rounded-full font-medium lg:rounded-md lg:px-1.5 lg:hover:bg-hover"
      button={
        <>
          <Avatar of={user} />
          <span className="sr-only">Account of </span>
          <span className="sr-only max-w-40 truncate lg:not-sr-only">{nameOf(user)}</span>
        </>
      }
    >
      <div className="px-2 py-1.5">
        <p className="truncate font-medium">{nameOf(user)}</p>
        <p className="truncate text-xs text-ink-3">{user.email}</p>
      </div>
      <MenuSeparator />
      {user.accounts.length > 1 && (
        <Suspense fallback={null}>
          <AccountList user={user} />
        </Suspense>
      )}
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
