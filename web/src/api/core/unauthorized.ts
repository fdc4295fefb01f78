import { create } from 'zustand'
import { toast } from '@/lib/toast'

/** How long the toast shows before the browser leaves for the sign-in page, in ms. */
const redirectDelay = 500

/** Whoever comes back from the sign-in page sooner than this and is refused again stays, in ms. */
const loopWindow = 30_000

const storageKey = 'signInAt'

let leaving = false

/** Whether the server still refuses the session after a sign-in. */
export const useSignInRefused = create<{ refused: boolean }>()(() => ({ refused: false }))

/** Shows one toast and redirects once, however many requests get a 401; never in a loop. */
export function onUnauthorized() {
  if (leaving || useSignInRefused.getState().refused) return
  if (Date.now() - Number(sessionStorage.getItem(storageKey)) < loopWindow) {
    useSignInRefused.setState({ refused: true })
    toast('Unauthorized', {
      description: 'Signing in did not help. Sign in again, or contact your administrator.',
      tone: 'bad',
      action: { label: 'Sign in', run: signInAgain },
    })
    return
  }
  leaving = true
  toast('Unauthorized', { description: 'You are logged out. Logging in again...', tone: 'bad' })
  setTimeout(() => {
    leaving = false
    signInAgain()
  }, redirectDelay)
}

/** Leaves for the sign-in page, and comes back here. */
export function signInAgain() {
  sessionStorage.setItem(storageKey, String(Date.now()))
  const currentPath = location.pathname + location.search
  location.assign(`/api/login?next=${encodeURIComponent(currentPath)}`)
}
