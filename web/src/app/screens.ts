import type { ComponentType } from 'react'
import type { IconName } from '@/ui/icons'
import { lazyPart } from '@/lib/parts/lazy-part'
import { screenPreload } from '@/lib/parts/preload-screen'

/** A screen of the app: its paths, its menu entry and its component. */
export type Screen = {
  paths: readonly [string, ...string[]]
  label: string
  icon: IconName
  /** Preloaded on hover of its link, so that a click finds it loaded. */
  Component: ReturnType<typeof lazyPart>
}

function screen(
  paths: Screen['paths'],
  label: string,
  icon: IconName,
  load: () => Promise<{ default: ComponentType }>,
): Screen {
  return { paths, label, icon, Component: lazyPart(load) }
}

/** The screens in menu order. To add one, add a line. */
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

/** The screens of a client, who sees chosen sites only. */
const forClients = new Set(['Overview', 'Opportunities', 'Reports', 'Settings'])

/** The screens in the menu of a user. */
export const screensOf = (user: { role: string } | undefined) =>
  user?.role === 'client' ? screens.filter(({ label }) => forClients.has(label)) : screens

/** Whether a screen has something for a user: clients read neither tables nor plans. */
export const isFor = (user: { role: string }, one: Screen) =>
  user.role !== 'client' || one === inviteScreen || screensOf(user).includes(one)

/** Screens that are not in the menu. */
const others: readonly Screen[] = [
  screen(['/subscribe'], 'Subscribe', 'check', async () => ({
    default: (await import('@/features/subscribe/subscribe')).Subscribe,
  })),
]

/** Of development machines: the design system. */
export const designScreen = screen(['/design'], 'Design', 'layers', async () => ({
  default: (await import('@/features/design/design')).Design,
}))

const inviteScreen = screen(['/invite'], 'Invitation', 'person', async () => ({
  default: (await import('@/features/settings/team/invite')).Invite,
}))

/** The screen at a path, with or without a trailing slash. */
export const screenAt = (path: string) => {
  const plain = path.replace(/(.)\/+$/, '$1')
  if (/^\/invite\/[^/]+$/.test(plain)) return inviteScreen
  return [...screens, ...others, designScreen, inviteScreen].find((s) => s.paths.includes(plain))
}

screenPreload.of = (path) => screenAt(path)?.Component.preload()
