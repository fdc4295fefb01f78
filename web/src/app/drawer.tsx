import { Dialog, DialogBackdrop, DialogPanel } from '@headlessui/react'
import { useEffect, useState } from 'react'
import type { Schemas } from '@/api/client'
import { Button } from '@/ui/button'
import { Logo } from '@/ui/logo'
import { Navigation, SidebarFooter } from './sidebar'

/** The menu of screens under 768 px, with the button that opens it. */
export function Drawer({ user }: { user: Schemas['User'] | undefined }) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  useEffect(() => {
    // A tablet that is turned: an open drawer would leave the page behind it inert.
    const wide = matchMedia('(min-width: 768px)')
    const onChange = () => wide.matches && setOpen(false)
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
      <Dialog open={open} onClose={close} aria-label="Menu" className="fixed inset-0 z-40 md:hidden">
        <DialogBackdrop
          transition
          className="fixed inset-0 bg-black/40 transition-opacity duration-200 data-closed:opacity-0"
        />
        <DialogPanel
          transition
          className="fixed inset-y-0 left-0 flex w-72 max-w-[85vw] flex-col bg-canvas shadow-pop transition duration-200 ease-out data-closed:-translate-x-full"
        >
          <div className="flex h-13 items-center justify-between pr-3 pl-5">
            <Logo />
            <Button variant="ghost" icon="x" aria-label="Close menu" onClick={close} />
          </div>
          <Navigation onNavigate={close} />
          <SidebarFooter user={user} />
        </DialogPanel>
      </Dialog>
    </>
  )
}
