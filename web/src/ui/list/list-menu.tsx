import { useEffect, useLayoutEffect, useRef, type KeyboardEvent } from 'react'
import { createPortal } from 'react-dom'
import { cx } from '@/lib/cx'
import { recoverFocus } from '@/lib/interaction/focus'
import { buttonClass } from '@/ui/button'
import { Icon, type IconName } from '@/ui/icons'
import { placeBelow } from '@/ui/overlays/place'

/** An action of the menu. */
export type ListMenuItem = { label: string; icon?: IconName; onSelect: () => void } & (
  { href?: undefined } | { href: string; download: true }
)

/** The button of a row that opens the list's menu: three dots. */
export const ListMenuButton = ({ label, onOpen }: { label: string; onOpen: (button: HTMLElement) => void }) => (
  <button
    type="button"
    aria-label={label}
    aria-haspopup="menu"
    onClick={(event) => {
      event.stopPropagation()
      onOpen(event.currentTarget)
    }}
    className={cx(buttonClass('ghost'), 'aspect-square px-0!')}
  >
    <Icon name="more" />
  </button>
)

/** The one menu of a list, at the button of the row that opened it. */
export function ListMenu({
  button,
  label,
  items,
  onClose,
}: {
  button: HTMLElement
  label: string
  items: readonly ListMenuItem[]
  onClose: () => void
}) {
  const menu = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const box = menu.current!
    placeBelow(box, button)
    itemsOf(box)[0]?.focus({ preventScroll: true })
  }, [button])
  useEffect(() => {
    const onPointer = (event: Event) => {
      const target = event.target as Node
      if (!menu.current?.contains(target) && !button.contains(target)) onClose()
    }
    document.addEventListener('pointerdown', onPointer)
    addEventListener('scroll', onClose, { passive: true })
    addEventListener('resize', onClose)
    return () => {
      document.removeEventListener('pointerdown', onPointer)
      removeEventListener('scroll', onClose)
      removeEventListener('resize', onClose)
    }
  }, [button, onClose])

  function close() {
    onClose()
    if (button.isConnected) button.focus({ preventScroll: true })
    else recoverFocus()
  }
  function onKey(event: KeyboardEvent) {
    const choices = itemsOf(menu.current!)
    const at = choices.indexOf(document.activeElement as HTMLElement)
    const to: Record<string, number> = {
      ArrowDown: (at + 1) % choices.length,
      ArrowUp: (at - 1 + choices.length) % choices.length,
      Home: 0,
      End: choices.length - 1,
    }
    const letter = (choice: HTMLElement) =>
      choice.textContent?.toLowerCase().startsWith(event.key.toLowerCase())
    const target = choices[to[event.key] ?? -1] ?? (event.key.length === 1 ? choices.find(letter) : undefined)
    if (event.key === 'Escape' || event.key === 'Tab') close()
    else target?.focus()
    if (event.key === 'Escape' || event.key === 'Tab' || (target && event.key !== ' ')) event.preventDefault()
  }
  return createPortal(
    <div
      ref={menu}
      role="menu"
      tabIndex={-1}
      aria-label={label}
      onKeyDown={onKey}
      onClick={(event) => event.stopPropagation()}
      className="fixed z-50 w-52 animate-[pop-in_.1s_var(--ease-out)] rounded-lg bg-raised p-1 shadow-pop outline-none"
    >
      {items.map((item) => (
        <Choice
          key={item.label}
          item={item}
          onDone={() => {
            close()
            item.onSelect()
          }}
        />
      ))}
    </div>,
    document.body,
  )
}

const itemsOf = (menu: HTMLElement) => [...menu.querySelectorAll<HTMLElement>('[role=menuitem]')]

function Choice({ item, onDone }: { item: ListMenuItem; onDone: () => void }) {
  const content = (
    <>
      {item.icon && <Icon name={item.icon} className="shrink-0 text-ink-3" />}
      {item.label}
    </>
  )
  const className =
    'flex min-h-8 w-full items-center gap-2.5 rounded-sm px-2 text-left outline-none hover:bg-hover focus:bg-hover pointer-coarse:min-h-11'
  return item.href === undefined ? (
    <button type="button" role="menuitem" tabIndex={-1} onClick={onDone} className={className}>
      {content}
    </button>
  ) : (
    <a role="menuitem" tabIndex={-1} href={item.href} download onClick={onDone} className={className}>
      {content}
    </a>
  )
}
