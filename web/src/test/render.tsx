import { render, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { SWRConfig } from 'swr'
import { swrConfig } from '@/api/core/resource'
import { Toaster } from '@/ui/overlays/toaster'

const WithData = ({ children }: { children: ReactNode }) => <SWRConfig value={swrConfig}>{children}</SWRConfig>

/** Renders with the app's cache settings and toasts; the setup clears the cache after each test. */
export const renderWithData = (ui: ReactNode) =>
  render(
    <WithData>
      {ui}
      <Toaster />
    </WithData>,
  )

/** Runs a hook with the app's cache settings. */
export const renderHookWithData = <T, Props>(hook: (props: Props) => T, initialProps?: Props) =>
  renderHook(hook, { wrapper: WithData, ...(initialProps && { initialProps }) })
