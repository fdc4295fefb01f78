import type { Schemas } from '@/api/core/client'
import { switchAccount } from '@/api/settings/members'
import { MenuAction, MenuSeparator } from '@/ui/overlays/menu'

/** The accounts of a person who has several, to switch between. */
export const AccountList = ({ user }: { user: Schemas['User'] }) => (
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
