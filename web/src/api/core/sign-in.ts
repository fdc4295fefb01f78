/** What the service that signs people in does for the app. A development machine has none: its server renews sessions by itself. */
export type SignInService = {
  /** Gets a new token, which the cookies then have. */
  renew: () => Promise<unknown>
  signOut: () => Promise<void>
  /** Leaves for the page on which people change their name, picture and ways to sign in. */
  openProfile: () => Promise<unknown>
}

/** A token is renewed before a request when it ends within this, so that it is not on the way when it does. */
const soon = 10
/** How long a request waits for the service, which is elsewhere, before it goes as it is. */
const requestPatience = 5_000
/** How long people wait for it who asked for it. */
const patience = 15_000

/** Names the service in the page; undefined where there is none. */
export const signInKey = () =>
  document.querySelector<HTMLMetaElement>('meta[name="clerk-publishable-key"]')?.content

let arrive: (service: SignInService) => void = () => {}
let service = new Promise<SignInService>((resolve) => (arrive = resolve))

/** Hands over the service, which is loaded after the app; gives back what takes it away. */
export function provideSignIn(loaded: SignInService) {
  arrive(loaded)
  return () => void (service = new Promise((resolve) => (arrive = resolve)))
}

/** The service, for who can wait for it. */
export const signInService = () => atMost(patience, service)

let renewing: Promise<unknown> | undefined

/** Comes back when the session is good for a request, or nothing can make it so: the server then says what is wrong. */
export async function freshSession() {
  if (signInKey() === undefined || !mayBeSignedIn() || secondsLeft() >= soon) return
  renewing ??= atMost(
    requestPatience,
    service.then((loaded) => loaded.renew()),
  )
    .catch(() => {})
    .finally(() => (renewing = undefined))
  await renewing
}

async function atMost<T>(milliseconds: number, work: Promise<T>) {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The sign-in service did not answer.')), milliseconds)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

/** The cookies whose name begins so. */
const cookies = (name: string) =>
  document.cookie
    .split('; ')
    .filter((cookie) => cookie.startsWith(`${name}=`) || cookie.startsWith(`${name}_`))
    .map((cookie) => cookie.slice(cookie.indexOf('=') + 1))

/** Who has no session and was told by the service that nobody is signed in need not wait to hear so again. */
const mayBeSignedIn = () =>
  cookies('__session').length > 0 || cookies('__client_uat').some((seconds) => Number(seconds) > 0)

const secondsLeft = () => Math.max(0, ...cookies('__session').map(endOf)) - Date.now() / 1000

/** When a token ends, in Unix seconds; 0 when that cannot be read. The server checks it: this only saves asking in vain. */
function endOf(token: string) {
  try {
    const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')
    return Number((JSON.parse(atob(payload)) as { exp?: unknown }).exp) || 0
  } catch {
    return 0
  }
}
