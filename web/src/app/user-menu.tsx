import { lazy, Suspense, useState } from 'react'
import type { Schemas } from '@/api/core/client'
import { signOut } from '@/api/session'
import { signInKey, signInService } from '@/api/core/sign-in'
import { toastFailure } from '@/api/core/failure'
import { Menu, MenuAction, MenuSeparator } from '@/ui/overlays/menu'
import { Skeleton } from '@/ui/skeleton'

type User = Schemas['User']

// Most people have one account.
const AccountList = lazy(async () => ({ default: (await import('./account-list')).AccountList }))

/** The user's full name, else "User". */
export const nameOf = (user: Pick<User, 'firstName' | 'lastName'>) =>
  [user.firstName, user.lastName].filter(Boolean).join(' ') || 'User'

/** The initials of first and last name, else "U". */
export const initialsOf = (user: Pick<User, 'firstName' | 'lastName'>) =>
  [user.firstName, user.lastName]
    .map((name) => [...name][0] ?? '')
    .join('')
    .toUpperCase() || 'U'

/** The signed-in user, their profile and the sign-out. */
export function UserMenu({ user }: { user: User | undefined }) {
  if (!user) return <Skeleton className="ml-1 size-7 rounded-full" />
  return (
    <Menu
      align="end"
      buttonClassName="hit ml-1 flex h-8 items-center gap-2 rounded-full font-medium lg:rounded-md lg:px-1.5 lg:hover:bg-hover"
      button={
        <>
          <Avatar user={user} />
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

function Avatar({ user }: { user: User }) {
  const round = 'size-7 shrink-0 rounded-full'
  const [broken, setBroken] = useState(false)
  if (user.profileImageUrl && !broken)
    return (
      <img
        src={user.profileImageUrl}
        alt=""
        onError={() => setBroken(true)}
        className={`${round} object-cover`}
      />
    )
  return (
    <span
      aria-hidden="true"
      className={`${round} flex items-center justify-center bg-avatar text-2xs font-semibold text-white`}
    >
      {initialsOf(user)}
    </span>
  )
}
