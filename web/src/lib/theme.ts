/** The key of the chosen theme; public/theme.js applies it before the first paint. */
const storageKey = 'theme'

/** Toggles between light and dark and remembers the choice; before that the system decides. */
export function toggleTheme() {
  const root = document.documentElement
  const chosen = root.dataset['theme']
  const dark = chosen ? chosen === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
  root.dataset['theme'] = dark ? 'light' : 'dark'
  localStorage.setItem(storageKey, root.dataset['theme'])
}
