import {
  createContext,
  memo,
  useCallback,
  useContext,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type ReactNode,
  type RefObject,
} from 'react'
import { createPortal } from 'react-dom'
import { recoverFocusSoon } from '@/lib/interaction/focus'
import { useSteady } from '@/lib/interaction/use-steady'

const TitleId = createContext('')

/**
 * A modal panel at the right edge, full screen on a phone: the detail of one list item. The page behind is
 * hidden from assistive technology and the Tab key, but not inert, which would restyle all of it each time.
 */
export function Sheet({
  open,
  onClose,
  children,
}: {
  open: boolean
  onClose: () => void
  children: ReactNode
}) {
  const [shown, setShown] = useState(open)
  if (open && !shown) setShown(true)
  const remove = useCallback(() => setShown(false), [])
  const steady = useSteady({ close: onClose })
  if (!shown) return null
  return createPortal(
    <Panel open={open} onClose={steady.close} onGone={remove}>
      {children}
    </Panel>,
    document.body,
  )
}

type PanelProps = { open: boolean; onClose: () => void; onGone: () => void; children: ReactNode }

function Panel({ open, onClose, onGone, children }: PanelProps) {
  const titleId = useId()
  const dialog = useRef<HTMLDivElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  useModality(dialog, open, onClose)
  useLayoutEffect(() => {
    if (open) return
    // Where nothing moves, as in tests, the list is empty or missing.
    const moves = panel.current?.getAnimations?.() ?? []
    void Promise.allSettled(moves.map((move) => move.finished)).then(onGone)
  }, [open, onGone])
  return (
    <div
      ref={dialog}
      role="dialog"
      aria-modal="true"
      aria-labelledby={titleId}
      tabIndex={-1}
      className="fixed inset-0 z-40 outline-none"
    >
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions */}
      <div
        data-leave={open ? undefined : ''}
        onClick={onClose}
        className="fixed inset-0 touch-none bg-black/25 transition-opacity duration-200 data-leave:opacity-0 dark:bg-black/55 starting:opacity-0"
      />
      <div
        ref={panel}
        data-leave={open ? undefined : ''}
        className="fixed inset-0 flex flex-col bg-surface shadow-sheet transition duration-250 ease-out data-leave:translate-x-8 data-leave:opacity-0 sm:inset-y-2 sm:right-2 sm:left-auto sm:w-[min(580px,calc(100vw-16px))] sm:rounded-xl starting:translate-x-8 starting:opacity-0"
      >
        <TitleId value={titleId}>
          <Content live={open}>{children}</Content>
        </TitleId>
      </div>
    </div>
  )
}

/** What a panel shows: it stays as it is while the panel slides out. */
const Content = memo(
  ({ children }: { live: boolean; children: ReactNode }) => children,
  (_, { live }) => !live,
)

/** The number of open sheets: a few screens open one from another. */
let openSheets = 0

/** Keeps the focus and the scrolling in the dialog while it is open, and gives both back. */
function useModality(dialog: RefObject<HTMLElement | null>, open: boolean, onClose: () => void) {
  const opener = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    if (!open) return
    opener.current = document.activeElement as HTMLElement | null
    const box = dialog.current!
    const page = document.getElementById('page')
    // Not on its first button: a second Enter would press that.
    const enter = () => box.focus({ preventScroll: true })
    enter()
    if (openSheets++ === 0) lockPage(page)
    const onFocus = ({ target }: FocusEvent) => {
      if (page?.contains(target as Node)) enter()
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || !isOwn(event.target as Element, box)) return
      if (event.key === 'Tab') turnAround(event, box)
      if (event.key !== 'Escape') return
      event.preventDefault()
      onClose()
    }
    document.addEventListener('focusin', onFocus)
    document.addEventListener('keydown', onKey)
    return () => {
      document.removeEventListener('focusin', onFocus)
      document.removeEventListener('keydown', onKey)
      if (--openSheets === 0) unlockPage(page)
    }
  }, [dialog, open, onClose])
  // Not while the effect above is cleaned up: React then returns the focus to where it was.
  useLayoutEffect(() => {
    const { activeElement } = document
    const isHere = dialog.current!.contains(activeElement) || activeElement === document.body
    if (!open && isHere && opener.current?.isConnected) opener.current.focus({ preventScroll: true })
  }, [dialog, open])
  useEffect(() => () => void recoverFocusSoon(), [])
}

/** Hides the page from assistive technology, and stops it from scrolling without moving it. */
function lockPage(page: HTMLElement | null) {
  const { style, clientWidth } = document.documentElement
  style.setProperty('--scrollbar', `${innerWidth - clientWidth}px`)
  document.documentElement.toggleAttribute('data-locked', true)
  page?.setAttribute('aria-hidden', 'true')
}

function unlockPage(page: HTMLElement | null) {
  document.documentElement.toggleAttribute('data-locked', false)
  page?.removeAttribute('aria-hidden')
}

/** Whether a key belongs to the dialog: not in a menu, a toast, or another dialog over it. */
const isOwn = (target: Element, dialog: HTMLElement) => dialog.contains(target) || target === document.body

/** The Tab key goes round in the dialog: from its last stop to the first, and back. */
function turnAround(event: KeyboardEvent, dialog: HTMLElement) {
  const stops = focusable(dialog)
  const [end, next] = event.shiftKey ? [stops[0], stops.at(-1)] : [stops.at(-1), stops[0]]
  const isAtEnd = event.target === end || (event.target === dialog && event.shiftKey)
  if (stops.length > 0 && !isAtEnd && dialog.contains(event.target as Node)) return
  event.preventDefault()
  next?.focus()
}

/** What the Tab key reaches in the dialog. */
const focusable = (dialog: HTMLElement) =>
  [
    ...dialog.querySelectorAll<HTMLElement>(
      'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), summary, [tabindex="0"]',
    ),
  ].filter((element) => element.tabIndex >= 0 && (element.checkVisibility?.() ?? true))

/** The title of a sheet, which names the dialog to assistive technology. */
export const SheetTitle = ({ children }: { children: ReactNode }) => (
  <h2 id={useContext(TitleId)} className="text-xl font-semibold text-balance">
    {children}
  </h2>
)

/** The scrollable part of a sheet. */
export const SheetBody = ({ label, children }: { label: string; children: ReactNode }) => (
  <div
    role="region"
    aria-label={label}
    // Scrollable content must be reachable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    tabIndex={0}
    className="flex-1 overflow-y-auto overscroll-contain focus-visible:-outline-offset-2"
  >
    {children}
  </div>
)

/** A titled part of a sheet. */
export const SheetSection = ({
  title,
  aside,
  children,
}: {
  title: string
  aside?: ReactNode
  children: ReactNode
}) => (
  <section aria-label={title} className="border-t border-line px-5 py-5 md:px-6">
    <header className="mb-3 flex items-baseline justify-between gap-3">
      <h3 className="text-base font-semibold">{title}</h3>
      {aside && <span className="num shrink-0 text-xs text-ink-3">{aside}</span>}
    </header>
    {children}
  </section>
)
