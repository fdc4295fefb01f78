import { useInsightTypes } from '@/api/insights'
import { cx } from '@/lib/cx'
import { Icon, isIconName } from './icons'

/** The colors that a detector can name, as tokens of both themes. */
const colors: Record<string, string> = {
  blue: 'var(--color-c1)',
  teal: 'var(--color-c2)',
  amber: 'var(--color-c3)',
  orange: 'var(--color-c3)',
  pink: 'var(--color-c4)',
  violet: 'var(--color-c5)',
  purple: 'var(--color-c5)',
  green: 'var(--color-good)',
  red: 'var(--color-bad)',
}
const unknownColor = 'var(--color-ink-3)'

/** The icon of a type of insight in its color, as its detector declares them; a plain one by default. */
export function TypeIcon({ type, small = false }: { type: string; small?: boolean }) {
  const { types } = useInsightTypes()
  const style = types?.find((item) => item.type === type)
  const color = colors[style?.color ?? ''] ?? unknownColor
  return (
    <span
      title={style?.title}
      className={cx(
        'inline-flex shrink-0 items-center justify-center',
        small ? 'size-5 rounded-xs' : 'size-8 rounded-md',
      )}
      style={{ color, background: `color-mix(in oklab, ${color} 12%, transparent)` }}
    >
      <Icon name={style && isIconName(style.icon) ? style.icon : 'target'} size={small ? 12 : 16} />
    </span>
  )
}
