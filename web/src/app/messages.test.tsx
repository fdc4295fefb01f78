import { act, render, screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { toast } from '@/lib/toast'
import { Messages } from './messages'

const offline = vi.hoisted(() => ({ tries: 0, until: 2 }))
vi.mock('@/ui/overlays/toaster', () => {
  if (offline.tries++ < offline.until) throw new Error('offline')
  return { Toaster: () => <p>a message</p> }
})

it('leaves the app alone when messages do not load, and loads them for the next one', async () => {
  const report = vi.spyOn(console, 'error').mockImplementation(() => {})
  render(
    <>
      <p>the app</p>
      <Messages />
    </>,
  )
  await waitFor(() => expect(report).toHaveBeenCalled())
  expect(screen.getByText('the app')).toBeInTheDocument()
  expect(screen.queryByText('a message')).toBeNull()
  act(() => toast('Saved'))
  expect(await screen.findByText('a message')).toBeInTheDocument()
})
