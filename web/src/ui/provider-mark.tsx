import type { Provider } from '@/lib/integration'
import { Icon, type IconName } from './icons'

const styles: Partial<Record<Provider, { icon: IconName; color: string }>> = {
  ga4: { icon: 'chart', color: 'var(--color-c3)' },
  gsc: { icon: 'search', color: 'var(--color-c1)' },
  gads: { icon: 'ads', color: 'var(--color-c5)' },
  bing: { icon: 'globe', color: 'var(--color-c2)' },
  semrush: { icon: 'trend', color: 'var(--color-c4)' },
  pagespeed: { icon: 'gauge', color: 'var(--color-c2)' },
}

const unknown = { icon: 'layers', color: 'var(--color-ink-3)' } as const

/** The logo tile of a provider; a plain one if unknown. */
export function ProviderMark({ provider, size = 36 }: { provider: string; size?: number }) {
  const { icon, color } = styles[provider as Provider] ?? unknown
  return (
    <span
      aria-hidden="true"
      className="inline-flex shrink-0 items-center justify-center rounded-md"
      style={{ width: size, height: size, color, background: `color-mix(in oklab, ${color} 12%, transparent)` }}
    >
      <Icon name={icon} size={size / 2} />
    </span>
  )
}
