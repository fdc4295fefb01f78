import { Suspense, useState } from 'react'
import type { Schemas } from '@/api/core/client'
import { Button } from '@/ui/button'
import { usePreload } from '@/ui/overlays/lazily'
import { useNarrow } from '@/lib/interaction/use-narrow'
import { lazyPart } from '@/lib/parts/lazy-part'

const loadPanel = async () => ({ default: (await import('./drawer-panel')).DrawerPanel })
const DrawerPanel = lazyPart(loadPanel)

/** The navigation under 768 px with its button. A wide screen never loads it. */
export function Drawer({ user }: { user: Schemas['User'] | undefined }) {
  const [open, setOpen] = useState(false)
  const narrow = useNarrow()
  const [loaded, preload] = usePreload(loadPanel, narrow)
  // On a rotated tablet, an open drawer would leave the page behind it inert.
  if (open && !narrow) setOpen(false)
  return (
    <>
      <Button
        variant="ghost"
        icon="menu"
        aria-label="Open menu"
        onPointerEnter={preload}
        onPointerDown={preload}
        onFocus={preload}
        onClick={() => setOpen(true)}
        className="-ml-2 md:hidden"
      />
      {((narrow && loaded) || open) && (
        <Suspense>
          <DrawerPanel open={open} onClose={() => setOpen(false)} user={user} />
        </Suspense>
      )}
    </>
  )
}
