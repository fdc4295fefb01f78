import { act, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { beginRequest } from '@/api/core/in-flight'
import { toast } from '@/lib/toast'
import { ProgressBar } from './progress-bar'
import { Toaster } from '@/ui/overlays/toaster'
import { Tooltip } from '@/ui/overlays/tooltip'

vi.unmock('@radix-ui/react-toast')
afterEach(() => vi.useRealTimers())

describe('toasts', () => {
  it('are shown one at a time', () => {
    render(<Toaster />)
    act(() => toast('First'))
    act(() => toast('Second', { description: 'With words.' }))
    expect(screen.queryByText('First')).toBeNull()
    expect(screen.getByText('Second')).toBeInTheDocument()
    expect(screen.getByText('With words.')).toBeInTheDocument()
  })
  it('leave after 5000 ms', () => {
    vi.useFakeTimers()
    render(<Toaster />)
    act(() => toast('Short'))
    act(() => vi.advanceTimersByTime(4900))
    expect(screen.getByText('Short')).toBeInTheDocument()
    act(() => vi.advanceTimersByTime(200))
    expect(screen.queryByText('Short')).toBeNull()
  })
  it('can be reached with F8 and dismissed', async () => {
    render(<Toaster />)
    act(() => toast('Reach me'))
    fireEvent.keyDown(document, { key: 'F8', code: 'F8' })
    expect(screen.getByRole('list')).toHaveFocus()
    await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
    expect(screen.queryByText('Reach me')).toBeNull()
  })
})

describe('the progress bar', () => {
  it('climbs to 90, snaps to 100 and hides after 300 ms', () => {
    vi.useFakeTimers()
    render(<ProgressBar />)
    expect(screen.queryByRole('progressbar')).toBeNull()
    const ends: (() => void)[] = []
    act(() => void ends.push(beginRequest()))
    act(() => vi.advanceTimersByTime(200))
    expect(Number(screen.getByRole('progressbar').getAttribute('aria-valuenow'))).toBeLessThanOrEqual(10)
    act(() => vi.advanceTimersByTime(20_000))
    expect(screen.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '90')
    act(() => ends[0]?.())
    expect(screen.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '100')
    act(() => vi.advanceTimersByTime(299))
    expect(screen.getByRole('progressbar')).toBeInTheDocument()
    act(() => vi.advanceTimersByTime(2))
    expect(screen.queryByRole('progressbar')).toBeNull()
  })
})

describe('tooltips', () => {
  it('wait 700 ms, and skip the wait within 300 ms of the last one', () => {
    vi.useFakeTimers()
    render(
      <>
        <Tooltip label="One">
          <button type="button">a</button>
        </Tooltip>
        <Tooltip label="Two">
          <button type="button">b</button>
        </Tooltip>
      </>,
    )
    const [one, two] = screen.getAllByRole('button').map((button) => button.parentElement!)
    fireEvent.pointerEnter(one!, { pointerType: 'mouse' })
    act(() => vi.advanceTimersByTime(699))
    expect(screen.queryByRole('tooltip')).toBeNull()
    act(() => vi.advanceTimersByTime(2))
    expect(screen.getByRole('tooltip')).toHaveTextContent('One')
    fireEvent.pointerLeave(one!)
    act(() => vi.advanceTimersByTime(200))
    fireEvent.pointerEnter(two!, { pointerType: 'mouse' })
    expect(screen.getByRole('tooltip')).toHaveTextContent('Two')
  })
})
