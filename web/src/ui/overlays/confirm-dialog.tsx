import type { ReactNode } from 'react'
import { toast } from '@/lib/toast'
import { useBusy } from '@/lib/interaction/use-busy'
import { Button } from '@/ui/button'
import type { IconName } from '@/ui/icons'
import { Dialog, DialogActions } from './dialog'

type ConfirmDialogProps = {
  title: string
  /** The label of the button that confirms. */
  action: string
  icon?: IconName
  variant?: 'danger' | 'primary'
  onConfirm: () => Promise<unknown>
  success: { title: string; description?: string }
  onError: (error: unknown) => void
  onClose: () => void
  /** Called instead of onClose after success. */
  onDone?: () => void
  children: ReactNode
}

/** Confirms and runs an action, and shows a toast; after a failure the dialog stays open. */
export function ConfirmDialog({
  title,
  action,
  icon,
  variant = 'danger',
  onConfirm,
  success,
  onError,
  onClose,
  onDone = onClose,
  children,
}: ConfirmDialogProps) {
  const [busy, run] = useBusy()
  const confirm = () =>
    run(async () => {
      try {
        await onConfirm()
        toast(success.title, { ...success, tone: 'good' })
        onDone()
      } catch (error) {
        onError(error)
      }
    })
  return (
    <Dialog open onClose={onClose} title={title}>
      {children}
      <DialogActions>
        <Button onClick={onClose} disabled={busy}>
          Cancel
        </Button>
        <Button variant={variant} busy={busy} onClick={() => void confirm()} {...(icon && { icon })}>
          {action}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

/** The explanation in the dialog. */
export const ConfirmText = ({ children }: { children: ReactNode }) => (
  <p className="text-pretty text-ink-2">{children}</p>
)
