import {
  Menu as HeadlessMenu,
  MenuButton,
  MenuItem as HeadlessMenuItem,
  MenuItems,
  MenuSeparator as HeadlessSeparator,
} from '@headlessui/react'
import { useContext, type ReactNode } from 'react'
import { Link } from 'wouter'
import { cx } from '@/lib/cx'
import { buttonClass } from '@/ui/button'
import { Icon, type IconName } from '@/ui/icons'
import { Trigger, TriggerContext } from './lazily'

const itemClass =
  'flex min-h-8 w-full items-center gap-2.5 rounded-sm px-2 text-left data-disabled:opacity-50 data-focus:bg-hover pointer-coarse:min-h-11'

type MenuProps = {
  /** The accessible name of a button without text. */
  label?: string
  /** The content of the button; inside LazyTrigger that has it. */
  button?: ReactNode
  buttonClassName?: string
  align?: 'start' | 'end'
  width?: string
  /** Renders the list in a portal: for buttons inside boxes with overflow, such as tables. */
  floating?: boolean
  children: ReactNode
}

/** A button that opens a list of actions. */
export function Menu({
  label,
  button,
  buttonClassName,
  align = 'start',
  width = 'w-56',
  floating = false,
  children,
}: MenuProps) {
  const ownButton = useContext(TriggerContext) === 'button'
  return (
    <HeadlessMenu as="div" className={ownButton ? 'relative flex min-w-0' : 'contents'}>
      <MenuButton
        as={Trigger}
        type="button"
        aria-label={label}
        onClick={(event) => event.stopPropagation()}
        className={buttonClassName ?? cx(buttonClass('ghost'), 'aspect-square px-0!')}
      >
        {button}
      </MenuButton>
      <MenuItems
        modal={false}
        {...(floating && { anchor: { to: `bottom ${align}`, gap: 6, padding: 8 } as const })}
        transition
        onClick={(event) => event.stopPropagation()}
        className={cx(
          'z-50 origin-top rounded-lg bg-raised p-1 shadow-pop transition duration-100 outline-none data-closed:scale-98 data-closed:opacity-0',
          !floating && 'absolute top-full mt-1.5',
          !floating && (align === 'start' ? 'left-0' : 'right-0'),
          width,
        )}
      >
        {children}
      </MenuItems>
    </HeadlessMenu>
  )
}

/** An action in a menu. */
export function MenuAction({
  icon,
  tone,
  disabled = false,
  onSelect,
  children,
}: {
  icon?: IconName
  tone?: 'bad'
  disabled?: boolean
  onSelect: () => void
  children: ReactNode
}) {
  return (
    <HeadlessMenuItem disabled={disabled}>
      <button type="button" onClick={onSelect} className={cx(itemClass, tone === 'bad' && 'text-bad-ink')}>
        {icon && <Icon name={icon} className={cx('shrink-0', tone === 'bad' ? '' : 'text-ink-3')} />}
        {children}
      </button>
    </HeadlessMenuItem>
  )
}

/** A link in a menu. */
export const MenuLink = ({ href, icon, children }: { href: string; icon?: IconName; children: ReactNode }) => (
  <HeadlessMenuItem>
    <Link href={href} className={itemClass}>
      {icon && <Icon name={icon} className="shrink-0 text-ink-3" />}
      {children}
    </Link>
  </HeadlessMenuItem>
)

/** A separator between groups of actions. */
export const MenuSeparator = () => <HeadlessSeparator className="my-1 h-px bg-line" />
