import { Fragment, useCallback, useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react'
import { createPortal } from 'react-dom'
import { cx } from '@/lib/cx'
import { recoverFocus } from '@/lib/interaction/focus'
import { buttonClass } from '@/ui/button'
import { Icon, type IconName } from '@/ui/icons'
import { placeBelow } from '@/ui/overlays/place'

/** An action of the menu. */
export type ListMenuItem = {
  label: string
  icon?: IconName
  tone?: 'bad'
  disabled?: boolean
  /** Below a line. */
  apart?: boolean
  onSelect: () => void
} & ({ href?: undefined } | { href: string; download: true })

/** The button of a row that opens the list's menu: three dots. */
export const ListMenuButton = ({
  label,
  expanded,
  onOpen,
}: {
  label: string
  expanded?: boolean
  onOpen: (button: HTMLElement) => void
}) => (
  <button
    type="button"
    onKeyDown={(event) => {
      if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
      event.preventDefault()
      event.stopPropagation()
      // The list has one menu for all rows, which asks its button where to begin.
      event.currentTarget.dataset.from = event.key === 'ArrowUp' ? 'end' : 'start'
      onOpen(event.currentTarget)
    }}
    aria-label={label}
    aria-haspopup="menu"
    aria-expanded={expanded}
    onClick={(event) => {
      event.stopPropagation()
      event.currentTarget.dataset.from = 'start'
      onOpen(event.currentTarget)
    }}
    className={cx(buttonClass('ghost'), 'aspect-square px-0!')}
  >
    <Icon name="more" />
  </button>
)

/** A row's button with a menu of its own, where not the list has one for all rows. */
export function RowMenu({ label, items }: { label: string; items: readonly ListMenuItem[] }) {
  const [button, setButton] = useState<HTMLElement | null>(null)
  const close = useCallback(() => setButton(null), [])
  return (
    <>
      <ListMenuButton
        label={label}
        expanded={button !== null}
        onOpen={(pressed) => setButton(button === null ? pressed : null)}
      />
      {button && <ListMenu button={button} label={label} items={items} onClose={close} />}
    </>
  )
}

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
    itemsOf(box)
      .at(button.dataset.from === 'end' ? -1 : 0)
      ?.focus({ preventScroll: true })
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
    // The row around a menu of its own has keys, too.
    event.stopPropagation()
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
        <Fragment key={item.label}>
          {item.apart && <hr className="my-1 h-px border-0 bg-line" />}
          <Choice
            item={item}
            onDone={() => {
              close()
              item.onSelect()
            }}
          />
        </Fragment>
      ))}
    </div>,
    document.body,
  )
}

const itemsOf = (menu: HTMLElement) => [...menu.querySelectorAll<HTMLElement>('[role=menuitem]:not(:disabled)')]

function Choice({ item, onDone }: { item: ListMenuItem; onDone: () => void }) {
  const content = (
    <>
      {item.icon && (
        <Icon name={item.icon} className={cx('shrink-0', item.tone === 'bad' ? '' : 'text-ink-3')} />
      )}
      {item.label}
    </>
  )
  const className = cx(
    'flex min-h-8 w-full items-center gap-2.5 rounded-sm px-2 text-left outline-none hover:bg-hover focus:bg-hover disabled:opacity-50 pointer-coarse:min-h-11',
    item.tone === 'bad' && 'text-bad-ink',
  )
  return item.href === undefined ? (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      disabled={item.disabled}
      onClick={onDone}
      className={className}
    >
      {content}
    </button>
  ) : (
    <a role="menuitem" tabIndex={-1} href={item.href} download onClick={onDone} className={className}>
      {content}
    </a>
  )
}
