import { api } from './client'
import { useResource } from './resource'
import { clearSelectedSite } from './selected-site'

/** The signed-in user. */
export function useUser() {
  const { data: user, loading, error } = useResource('/api/auth/user', {})
  return { user, loading, error }
}

/** Ends the session and leaves for the landing page. */
export async function signOut() {
  await api.POST('/api/logout')
  clearSelectedSite()
  location.assign('/')
}
