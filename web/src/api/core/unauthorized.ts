import { toast } from '@/lib/toast'

/** How long the toast shows before the browser leaves for the sign-in page, in ms. */
const redirectDelay = 500

let leaving = false

/** Shows one toast and redirects once, however many requests get a 401. */
export function onUnauthorized() {
  if (leaving) return
  leaving = true
  toast('Unauthorized', { description: 'You are logged out. Logging in again...', tone: 'bad' })
  setTimeout(() => {
    leaving = false
    const currentPath = location.pathname + location.search
    location.assign(`/api/login?next=${encodeURIComponent(currentPath)}`)
  }, redirectDelay)
}
