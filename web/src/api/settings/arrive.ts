import { selectSite } from '@/api/selected-site'

/** Chooses an account in this browser, until another one is chosen. */
export function rememberAccount(id: string) {
  document.cookie = `account=${encodeURIComponent(id)}; path=/; max-age=31536000; samesite=lax${location.protocol === 'https:' ? '; secure' : ''}`
}

/** Chooses the account and site that a link in a mail or a chat is about, before the first screen. */
export function arrive() {
  const address = new URL(location.href)
  for (const [name, choose] of [
    ['account', rememberAccount],
    ['site', selectSite],
  ] as const) {
    const id = address.searchParams.get(name)
    if (!id) continue
    choose(id)
    address.searchParams.delete(name)
    history.replaceState(null, '', address)
  }
}
