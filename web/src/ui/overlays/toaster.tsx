import * as Toast from '@radix-ui/react-toast'
import { cx } from '@/lib/cx'
import { useToasts } from '@/lib/toast'
import { buttonClass } from '@/ui/button'
import { Icon } from '@/ui/icons'

const dots = { neutral: 'bg-accent', good: 'bg-good', bad: 'bg-bad' }

/**
 * Shows the store's toast for five seconds, clear of the thumb on a phone and of the actions of an open
 * panel; swiping right closes it, F8 focuses it.
 */
export function Toaster() {
  const current = useToasts((s) => s.current)
  const close = useToasts((s) => s.close)
  return (
    <Toast.Provider duration={5000} swipeDirection="right" swipeThreshold={50} label="Notification">
      {current && (
        <Toast.Root
          key={current.id}
          open={current.open}
          onOpenChange={(open) => !open && close(current.id)}
          data-tone={current.tone}
          className="flex w-full items-start gap-3 rounded-lg bg-raised p-3.5 shadow-pop data-[state=open]:animate-[toast-in_.24s_var(--ease-out)] data-[state=closed]:animate-[toast-out_.16s_ease-in_forwards] data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x) data-[swipe=cancel]:translate-x-0 data-[swipe=cancel]:transition-transform data-[swipe=end]:animate-[toast-out_.16s_ease-in_forwards]"
        >
          <span className={cx('mt-1.5 size-2 shrink-0 rounded-full', dots[current.tone])} />
          <div className="min-w-0 flex-1">
            <Toast.Title className="font-medium">{current.title}</Toast.Title>
            {current.description && (
              <Toast.Description className="break-words text-ink-2">{current.description}</Toast.Description>
            )}
          </div>
          {current.action && (
            <Toast.Action
              altText={current.action.label}
              onClick={current.action.run}
              className={cx(buttonClass('ghost', 'sm'), '-my-1 text-accent-ink!')}
            >
              {current.action.label}
            </Toast.Action>
          )}
          <Toast.Close
            aria-label="Dismiss"
            className="hit -m-1 rounded-sm p-1 text-ink-3 hover:bg-hover hover:text-ink"
          >
            <Icon name="x" />
          </Toast.Close>
        </Toast.Root>
      )}
      <Toast.Viewport
        hotkey={['F8']}
        label="Notifications ({hotkey})"
        className="fixed top-12 right-0 z-60 m-0 w-full max-w-sm list-none p-4 outline-none sm:top-auto sm:bottom-14"
      />
    </Toast.Provider>
  )
}
