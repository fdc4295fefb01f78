import type { Schemas } from '@/api/core/client'
import { useResource } from '@/api/core/resource'

type Known = Pick<Schemas['User'], 'role'> | undefined

/** Whether the user manages the account's people, clients and sources. */
export const manages = (user: Known) => user?.role === 'owner' || user?.role === 'admin'

/** Whether the user works on sites, rather than only reads. */
export const edits = (user: Known) => manages(user) || user?.role === 'member'

/** Which actions to offer. Visitors of the demo are viewers: they are offered none that would be refused. */
export function useMay() {
  const { data: user } = useResource('/api/auth/user', {})
  return {
    edit: edits(user),
    manage: manages(user),
    /** Looks at the demo without an account. */
    isVisitor: user?.demo === true,
    /** An agency's client: reads chosen sites one at a time, and nothing of the account. */
    isClient: user?.role === 'client',
  }
}
