import type { Schemas } from '@/api/core/client'
import { useResource } from '@/api/core/resource'

type Known = Pick<Schemas['User'], 'role'> | undefined

/** Whether the user manages the account's people, clients and sources. */
export const manages = (user: Known) => user?.role === 'owner' || user?.role === 'admin'

/** Whether the user works on sites, rather than only reads. */
export const edits = (user: Known) => manages(user) || user?.role === 'member'

/**
 * Which actions to offer. Visitors of the demo are offered all: it shows what there is, and says why
 * nothing is kept.
 */
export function useMay() {
  const { data: user } = useResource('/api/auth/user', {})
  return {
    edit: user?.demo === true || edits(user),
    manage: user?.demo === true || manages(user),
    /** Connects and tests sources, of which the demo keeps nothing that could be shown. */
    connect: user?.demo !== true && manages(user),
    isVisitor: user?.demo === true,
    /** An agency's client: reads chosen sites one at a time, and nothing of the account. */
    isClient: user?.role === 'client',
  }
}
