import { lazy, Suspense, useEffect, useState } from 'react'
import type { Schemas } from '@/api/core/client'
import { Button } from '@/ui/button'

const DrawerPanel = lazy(async () => ({ default: (await import('./drawer-panel')).DrawerPanel }))

/** The menu of screens under 768 px, with the button that opens it. A wide screen never fetches it. */
export function Drawer({ user }: { user: Schemas['User'] | undefined }) {
  const [open, setOpen] = useState(false)
  const [narrow, setNarrow] = useState(false)
  useEffect(() => {
    const wide = matchMedia('(min-width: 768px)')
    const onChange = () => {
      setNarrow(!wide.matches)
      // A tablet that is turned: an open drawer would leave the page behind it inert.
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
