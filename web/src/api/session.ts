import { api } from '@/api/core/client'
import { useResource } from '@/api/core/resource'
import { clearSelectedSite } from './selected-site'
import { signInKey, signInService } from '@/api/core/sign-in'

/** The signed-in user. */
export function useUser() {
  const { data: user, ...rest } = useResource('/api/auth/user', {})
  return { user, ...rest }
}

/** Ends the session, here and at the service that signed in, and leaves for the landing page. */
export async function signOut() {
  // Who cannot end both ends neither: the other would bring it back.
  const service = signInKey() === undefined ? undefined : await signInService()
  await api.POST('/api/logout')
  await service?.signOut()
  clearSelectedSite()
  location.assign('/')
}
