import { lazy, Suspense, useEffect, useState } from 'react'
import type { Schemas } from '@/api/core/client'
import { Button } from '@/ui/button'

const DrawerPanel = lazy(async () => ({ default: (await import('./drawer-panel')).DrawerPanel }))

/** The navigation under 768 px with its button. A wide screen never loads it. */
export function Drawer({ user }: { user: Schemas['User'] | undefined }) {
  const [open, setOpen] = useState(false)
  const [narrow, setNarrow] = useState(false)
  useEffect(() => {
    const wide = matchMedia('(min-width: 768px)')
    const onChange = () => {
      setNarrow(!wide.matches)
      // On a rotated tablet, an open drawer would leave the page behind it inert.
      if (wide.matches) setOpen(false)
    }
    onChange()
    wide.addEventListener('change', onChange)
    return () => wide.removeEventListener('change', onChange)
  }, [])
  return (
    <>
      <Button
        variant="ghost"
        icon="menu"
        aria-label="Open menu"
        onClick={() => setOpen(true)}
        className="-ml-2 md:hidden"
      />
      {(narrow || open) && (
        <Suspense>
          <DrawerPanel open={open} onClose={() => setOpen(false)} user={user} />
        </Suspense>
      )}
    </>
  )
}
