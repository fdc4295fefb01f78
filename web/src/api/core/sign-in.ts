/** The sign-in service. There is none in development: the local server renews sessions itself. */
export type SignInService = {
  /** Renews the session token, which the service stores in the cookies. */
  renew: () => Promise<unknown>
  signOut: (next: string) => Promise<void>
  /** Leaves for the user's profile page at the service. */
  openProfile: () => Promise<unknown>
}

/** Tokens are renewed when they expire within this many seconds, so that they do not expire on the way. */
const renewBefore = 10
/** How long a request waits for the service before it goes without a new token, in ms. */
const requestTimeout = 5_000
/** How long a user's action waits for the service, in ms. */
const userTimeout = 15_000

/** The service's publishable key in the page; undefined where there is none. */
export const signInKey = () =>
  document.querySelector<HTMLMetaElement>('meta[name="clerk-publishable-key"]')?.content

let resolveService: (service: SignInService) => void = () => {}
let service = new Promise<SignInService>((resolve) => (resolveService = resolve))

/** Provides the service, which is loaded after the app; returns a function that removes it. */
export function provideSignIn(loaded: SignInService) {
  resolveService(loaded)
  return () => void (service = new Promise((resolve) => (resolveService = resolve)))
}

/** The service, once it is loaded. */
export const signInService = () => withTimeout(userTimeout, service)

let renewing: Promise<unknown> | undefined

/** Resolves when the session is fresh or cannot be renewed; the server then answers 401. */
export async function ensureFreshSession() {
  if (signInKey() === undefined || !mayBeSignedIn() || secondsLeft() >= renewBefore) return
  renewing ??= withTimeout(
    requestTimeout,
    service.then((loaded) => loaded.renew()),
  )
    .catch(() => {})
    .finally(() => (renewing = undefined))
  await renewing
}

async function withTimeout<T>(milliseconds: number, work: Promise<T>) {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The sign-in service did not answer.')), milliseconds)
  })
  try {
    return await Promise.race([work, timeout])
  } finally {
    clearTimeout(timer)
  }
}

/** The cookies whose names have a prefix. */
const cookies = (name: string) =>
  document.cookie
    .split('; ')
    .filter((cookie) => cookie.startsWith(`${name}=`) || cookie.startsWith(`${name}_`))
    .map((cookie) => cookie.slice(cookie.indexOf('=') + 1))

/** False once the service has said that nobody is signed in: then there is no need to wait for it. */
const mayBeSignedIn = () =>
  cookies('__session').length > 0 || cookies('__client_uat').some((seconds) => Number(seconds) > 0)

const secondsLeft = () => Math.max(0, ...cookies('__session').map(expiryOf)) - Date.now() / 1000

/** When a token expires, in Unix seconds; 0 if unreadable. The server checks it: this only saves requests. */
function expiryOf(token: string) {
  try {
    const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')
    return Number((JSON.parse(atob(payload)) as { exp?: unknown }).exp) || 0
  } catch {
    return 0
  }
}
