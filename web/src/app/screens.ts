import { lazy, type ComponentType } from 'react'
import type { IconName } from '@/ui/icons'

/** A screen of the app: where it is, how it is called in the menu, and what it shows. */
export type Screen = {
  paths: readonly [string, ...string[]]
  label: string
  icon: IconName
  Component: ComponentType
  /** Fetches its code; called when the pointer nears the link, so that a click finds it here. */
  preload: () => void
}

function screen(
  paths: Screen['paths'],
  label: string,
  icon: IconName,
  load: () => Promise<{ default: ComponentType }>,
): Screen {
  // A failed preload says nothing: the click tries again and shows the error.
  return { paths, label, icon, Component: lazy(load), preload: () => void load().catch(() => {}) }
}

/** The screens in the order of the menu. To add one, add a line. */
export const screens: readonly Screen[] = [
  screen(['/overview', '/'], 'Overview', 'overview', async () => ({
    default: (await import('@/features/overview/overview')).Overview,
  })),
  screen(['/opportunities'], 'Opportunities', 'target', async () => ({
    default: (await import('@/features/opportunities/opportunities')).Opportunities,
  })),
  screen(['/seo'], 'SEO', 'search', async () => ({
    default: (await import('@/features/seo/seo')).SEO,
  })),
  screen(['/ads'], 'Ads', 'ads', async () => ({
    default: (await import('@/features/ads/ads')).Ads,
  })),
  screen(['/technical'], 'Technical', 'gauge', async () => ({
    default: (await import('@/features/technical/technical')).Technical,
  })),
  screen(['/reports'], 'Reports', 'file', async () => ({
    default: (await import('@/features/reports/reports')).Reports,
  })),
  screen(['/sites'], 'Sites', 'globe', async () => ({
    default: (await import('@/features/sites/sites')).Sites,
  })),
  screen(['/settings'], 'Settings', 'settings', async () => ({
    default: (await import('@/features/settings/settings')).Settings,
  })),
]

/** Screens that are not in the menu. */
const others: readonly Screen[] = [
  screen(['/subscribe'], 'Subscribe', 'check', async () => ({
    default: (await import('@/features/subscribe/subscribe')).Subscribe,
  })),
]

/** The screen at a path; a slash at its end does not count. */
export const screenAt = (path: string) => {
  const plain = path.replace(/(.)\/+$/, '$1')
  return [...screens, ...others].find((s) => s.paths.includes(plain))
}
