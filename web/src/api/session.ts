import { api } from '@/api/core/client'
import { forgetDrafts } from '@/lib/interaction/draft'
import { useResource } from '@/api/core/resource'
import { clearSelectedSite } from './selected-site'
import { signInKey, signInService } from '@/api/core/sign-in'

/** The signed-in user. */
export function useUser() {
  const { data: user, ...rest } = useResource('/api/auth/user', {})
  return { user, ...rest }
}

/** Ends the session here and at the sign-in service, and leaves for the landing page or another address. */
export async function signOut(next = '/') {
  // Both or neither: a session left at the service would renew this one.
  const service = signInKey() === undefined ? undefined : await signInService()
  await api.POST('/api/logout')
  await service?.signOut(next)
  clearSelectedSite()
  forgetDrafts()
  location.assign(next)
}
