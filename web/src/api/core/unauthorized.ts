import { toast } from '@/lib/toast'

/** How long the toast stands before the browser leaves for the sign-in. */
const redirectDelay = 500

let leaving = false

/** However many requests find the session gone together: one toast, one redirect. */
export function onUnauthorized() {
  if (leaving) return
  leaving = true
  toast('Unauthorized', { description: 'You are logged out. Logging in again...', tone: 'bad' })
  setTimeout(() => {
    leaving = false
    const here = location.pathname + location.search
    location.assign(`/api/login?next=${encodeURIComponent(here)}`)
  }, redirectDelay)
}
