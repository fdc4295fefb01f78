import { Dialog, DialogBackdrop, DialogPanel } from '@headlessui/react'
import type { Schemas } from '@/api/core/client'
import { repeatFocus } from '@/lib/interaction/focus'
import { Button } from '@/ui/button'
import { Logo } from '@/ui/logo'
import { Navigation, SidebarFooter } from './sidebar'

repeatFocus()

type DrawerPanelProps = { open: boolean; onClose: () => void; user: Schemas['User'] | undefined }

/** The navigation as a panel over the left of the page. */
export const DrawerPanel = ({ open, onClose, user }: DrawerPanelProps) => (
  <Dialog open={open} onClose={onClose} aria-label="Menu" className="fixed inset-0 z-40 md:hidden">
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
        <Button variant="ghost" icon="x" aria-label="Close menu" onClick={onClose} />
      </div>
      <Navigation onNavigate={onClose} />
      <SidebarFooter user={user} />
    </DialogPanel>
  </Dialog>
)
