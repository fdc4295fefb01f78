import type { Schemas } from '@/api/core/client'
import { Avatar } from '@/ui/avatar'
import { LazyTrigger } from '@/ui/overlays/lazily'
import { Skeleton } from '@/ui/skeleton'
import { lazyPart } from '@/lib/parts/lazy-part'

type User = Schemas['User']

const loadItems = async () => ({ default: (await import('./user-menu-items')).UserMenuItems })
const UserMenuItems = lazyPart(loadItems)

/** The user's full name, else "User". */
export const nameOf = (user: Pick<User, 'firstName' | 'lastName'>) =>
  [user.firstName, user.lastName].filter(Boolean).join(' ') || 'User'

/** The signed-in user, their profile and the sign-out. */
export function UserMenu({ user }: { user: User | undefined }) {
  if (!user) return <Skeleton className="ml-1 size-7 rounded-full" />
  return (
    <div className="relative flex min-w-0">
      <LazyTrigger
        load={loadItems}
        aria-haspopup="menu"
        className="hit ml-1 flex h-8 items-center gap-2 rounded-full font-medium lg:rounded-md lg:px-1.5 lg:hover:bg-hover"
        button={
          <>
            <Avatar of={user} />
            <span className="sr-only">Account of </span>
            <span className="sr-only max-w-40 truncate lg:not-sr-only">{nameOf(user)}</span>
          </>
        }
      >
        <UserMenuItems user={user} />
      </LazyTrigger>
    </div>
  )
}
