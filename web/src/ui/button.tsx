import type { ButtonHTMLAttributes, Ref } from 'react'
import { cx } from '@/lib/cx'
import { Icon, type IconName } from './icons'

const variants = {
  primary:
    'bg-accent text-white shadow-[inset_0_1px_0_oklch(1_0_0/0.16),0_1px_2px_oklch(0.2_0.1_266/0.28)] hover:bg-accent-hover',
  secondary:
    'bg-surface text-ink border border-line-strong/80 shadow-card hover:bg-sunken hover:border-line-strong dark:bg-raised dark:hover:bg-active',
  ghost: 'text-ink-2 hover:bg-hover hover:text-ink',
  danger: 'bg-danger text-white shadow-[inset_0_1px_0_oklch(1_0_0/0.16)] hover:bg-danger-hover',
}
const sizes = { sm: 'h-7 px-2.5 gap-1.5', md: 'h-8 px-3 gap-1.5', lg: 'h-11 px-5 gap-2 text-base' }

/** The prominence of a button. */
export type ButtonVariant = keyof typeof variants
/** The size of a button. */
export type ButtonSize = keyof typeof sizes

/** The classes of a button, for links that look like one. */
export const buttonClass = (variant: ButtonVariant = 'secondary', size: ButtonSize = 'md') =>
  cx(
    'hit inline-flex shrink-0 items-center justify-center rounded-md font-medium whitespace-nowrap transition-colors duration-100 disabled:pointer-events-none disabled:opacity-50',
    variants[variant],
    sizes[size],
  )

type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  variant?: ButtonVariant
  size?: ButtonSize
  icon?: IconName
  /** Disabled and with a spinner while the work it started is running. */
  busy?: boolean
  ref?: Ref<HTMLButtonElement>
}

/** A button; without children it is square and needs an aria-label. */
export function Button({
  variant = 'secondary',
  size = 'md',
  icon,
  busy = false,
  disabled,
  className,
  children,
  type = 'button',
  ...rest
}: ButtonProps) {
  const iconName = busy ? 'refresh' : icon
  return (
    <button
      type={type}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      className={cx(buttonClass(variant, size), !children && 'aspect-square px-0!', className)}
      {...rest}
    >
      {iconName && (
        <Icon
          name={iconName}
          className={cx('opacity-80', Boolean(children) && '-ml-0.5', busy && 'animate-spin')}
        />
      )}
      {children}
    </button>
  )
}
