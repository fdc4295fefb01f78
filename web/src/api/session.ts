import { api } from './client'
import { useResource } from './resource'
import { clearSelectedSite } from './selected-site'

/** The signed-in user. */
export function useUser() {
  const { data: user, ...rest } = useResource('/api/auth/user', {})
  return { user, ...rest }
}

/** Ends the session and leaves for the landing page. */
export async function signOut() {
  await api.POST('/api/logout')
  clearSelectedSite()
  location.assign('/')
}
