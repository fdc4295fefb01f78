import { Suspense, useEffect } from 'react'
import { useLocation } from 'wouter'
import type { Schemas } from '@/api/core/client'
import { undoChange } from '@/api/core/act'
import { connectShortcuts, useShortcuts, type Shortcut } from '@/lib/interaction/shortcuts'
import { lazyPart } from '@/lib/parts/lazy-part'
import { ErrorBoundary } from '../error-boundary'
import { usePalette } from './palette-state'
import { screensOf } from '../screens'

const Palette = lazyPart(async () => ({ default: (await import('./palette')).Palette }))
const ShortcutsDialog = lazyPart(async () => ({
  default: (await import('./shortcuts-dialog')).ShortcutsDialog,
}))

/** The second key of "g", by screen. */
const letters: Record<string, string> = {
  Overview: 'h',
  Opportunities: 'o',
  SEO: 's',
  Ads: 'a',
  Technical: 't',
  Reports: 'r',
  Sites: 'w',
  Settings: 'e',
}

/** The shortcuts that work on every screen, the command palette and the list of shortcuts. */
export function ShellKeys({ user }: { user: Schemas['User'] | undefined }) {
  const [path, navigate] = useLocation()
  const { open, show, close } = usePalette()
  useEffect(connectShortcuts, [])
  const goTo = screensOf(user).flatMap(({ label, paths }): Shortcut[] =>
    letters[label] === undefined
      ? []
      : [{ keys: `g ${letters[label]}`, label, group: 'Go to', run: () => navigate(paths[0]) }],
  )
  useShortcuts([
    { keys: 'mod+k', label: 'Open the command palette', group: 'Anywhere', run: () => show('palette') },
    { keys: '/', label: 'Search this screen', group: 'Anywhere', run: () => focusSearch() || show('palette') },
    { keys: '?', label: 'Show keyboard shortcuts', group: 'Anywhere', run: () => show('shortcuts') },
    {
      keys: 'mod+z',
      label: 'Undo the last change',
      group: 'Anywhere',
      inDialog: true,
      run: () => void undoChange(),
    },
    ...goTo,
  ])
  return (
    <ErrorBoundary path={path} inside name={open === 'palette' ? 'Search' : 'The list of shortcuts'}>
      <Suspense fallback={null}>
        {open === 'palette' && <Palette user={user} onClose={close} />}
        {open === 'shortcuts' && <ShortcutsDialog onClose={close} />}
      </Suspense>
    </ErrorBoundary>
  )
}

/** Focuses the search of the screen; false if it has none. */
function focusSearch() {
  const field = document.querySelector<HTMLInputElement>('#main input[type=search]')
  field?.focus()
  field?.select()
  return field !== null
}
