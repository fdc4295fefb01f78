import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { createElement, type ComponentProps } from 'react'
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest'
import { useInFlight } from '@/api/core/in-flight'
import { clearCache } from '@/api/core/resource'
import { useSignInRefused } from '@/api/core/unauthorized'
import { clearSelectedSite, selectSite } from '@/api/selected-site'
import { useChangesMade } from '@/lib/interaction/changes-made'
import { useToasts } from '@/lib/toast'
import { FakeEventSource } from './event-source'
import { server } from './server'

// A screen's code is loaded on its first visit, which is slow on a busy machine.
const patience = 60_000
configure({ asyncUtilTimeout: patience })

// An Uppy whose upload goes on outlives its screen, and would render when the window of the test is gone.
const uploaders = vi.hoisted(() => new Set<{ destroy: () => void }>())
vi.mock('@uppy/core', async (importOriginal) => {
  const original = await importOriginal<typeof import('@uppy/core')>()
  const prototype = original.default.prototype
  const addUploader = prototype.addUploader
  prototype.addUploader = function (...added) {
    uploaders.add(this)
    addUploader.apply(this, added)
  }
  // It checks the connection 3 s after it was created.
  prototype.updateOnlineStatus = () => {}
  return original
})

// On a busy machine a test takes longer than a toast stays. Its own test takes this back.
vi.mock('@radix-ui/react-toast', async (importOriginal) => {
  const { Provider, ...others } = await importOriginal<typeof import('@radix-ui/react-toast')>()
  return {
    ...others,
    Provider: (props: ComponentProps<typeof Provider>) =>
      createElement(Provider, { ...props, duration: 600_000 }),
  }
})

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
beforeEach(() => {
  // Most tests are about one site; the home of several says so itself.
  selectSite('')
  localStorage.clear()
  vi.stubGlobal('EventSource', FakeEventSource)
  // happy-dom has no layout: there is nothing to scroll.
  vi.stubGlobal('scrollTo', () => {})
})
afterEach(async () => {
  cleanup()
  for (const uploader of uploaders) uploader.destroy()
  uploaders.clear()
  // A response for one test must not arrive in the next.
  await vi.waitUntil(() => useInFlight.getState().count === 0, { timeout: patience })
  server.resetHandlers()
  await clearCache()
  clearSelectedSite()
  localStorage.clear()
  sessionStorage.clear()
  useSignInRefused.setState({ refused: false })
  useChangesMade.setState({ changes: [] })
  useToasts.setState({ current: null })
  vi.unstubAllGlobals()
})
afterAll(() => server.close())
