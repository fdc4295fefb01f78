import { vi } from 'vitest'
import { provideSignIn, type SignInService } from '@/api/core/sign-in'

const inSeconds = (later: number) => Math.floor(Date.now() / 1000) + later

const payload = (claims: object) =>
  btoa(JSON.stringify(claims)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')

/** Sets a session cookie whose token expires in the given number of seconds. */
export const setSession = (seconds: number, cookie = '__session') =>
  (document.cookie = `${cookie}=e30.${payload({ exp: inSeconds(seconds), name: 'Zoë ÿ>?' })}.x`)

/** Makes the page one with Clerk; the service is provided unless `later` is set. */
export function signedInByClerk({ later = false } = {}) {
  const meta = document.createElement('meta')
  meta.name = 'clerk-publishable-key'
  meta.content = 'pk_test_Y2xlcmsuZXhhbXBsZS5jb20k'
  document.head.append(meta)
  const service = {
    renew: vi.fn<SignInService['renew']>(async () => setSession(60)),
    signOut: vi.fn<SignInService['signOut']>(async () => {}),
    openProfile: vi.fn<SignInService['openProfile']>(async () => {}),
  }
  const take = later ? undefined : provideSignIn(service)
  const end = () => {
    take?.()
    meta.remove()
    for (const cookie of document.cookie.split('; '))
      document.cookie = `${cookie.split('=')[0]}=; expires=Thu, 01 Jan 1970 00:00:00 GMT`
  }
  return { ...service, end }
}
