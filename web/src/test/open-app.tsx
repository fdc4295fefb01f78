import { render } from '@testing-library/react'
import { Router } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import { App } from '@/app/app'

/** Opens the app at a path; returns the visited addresses. */
export function openApp(path: string) {
  const { hook, history } = memoryLocation({ path, record: true })
  render(
    <Router hook={hook}>
      <App />
    </Router>,
  )
  return history
}
