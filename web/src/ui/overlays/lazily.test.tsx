import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { lazy } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { LazyTrigger } from './lazily'
import { Menu, MenuAction } from './menu'
import { Popover } from './popover'

const choose = vi.fn<() => void>()

const List = () => (
  <Menu>
    <MenuAction onSelect={choose}>Moon</MenuAction>
    <MenuAction onSelect={choose}>Sun</MenuAction>
  </Menu>
)

const Panel = () => (
  <Popover title="Planets">
    <input aria-label="Planet" />
  </Popover>
)

/** A button whose list comes when the test says so; its idle callback never comes by itself. */
function show(Content: () => React.JSX.Element) {
  vi.stubGlobal('requestIdleCallback', idle)
  let arrive!: () => void
  const code = new Promise<{ default: typeof Content }>((resolve) => {
    arrive = () => resolve({ default: Content })
  })
  const load = vi.fn<() => Promise<{ default: typeof Content }>>(() => code)
  const Late = lazy(load)
  render(
    <>
      <LazyTrigger load={load} aria-haspopup="menu" className="look" button="Open">
        <Late />
      </LazyTrigger>
      <button type="button">Elsewhere</button>
    </>,
  )
  return { button: screen.getByRole('button', { name: 'Open' }), load, arrive }
}

const idle = vi.fn<(run: () => void) => void>()
afterEach(() => {
  idle.mockReset()
  choose.mockReset()
})

describe('a button whose menu is loaded later', () => {
  it('is the same element with the same look and name when the menu is there', async () => {
    const { button, arrive, load } = show(List)
    expect(load).not.toHaveBeenCalled()
    expect(button).toHaveAttribute('aria-expanded', 'false')
    button.focus()
    arrive()
    await waitFor(() => expect(button.id).toMatch(/menu-button/))
    expect(screen.getByRole('button', { name: 'Open' })).toBe(button)
    expect(button).toHaveFocus()
    expect(button).toHaveAttribute('aria-haspopup', 'menu')
    expect(button).toHaveAttribute('aria-expanded', 'false')
    expect(button).toHaveAttribute('type', 'button')
    expect(button).toHaveClass('look', { exact: true })
    expect(screen.queryByRole('menu')).toBeNull()
  })
  it('has it loaded by an idle browser', async () => {
    const first = show(List)
    expect(idle).toHaveBeenCalledOnce()
    idle.mock.calls[0]![0]()
    expect(first.load).toHaveBeenCalledOnce()
  })
  it('has it loaded by a pointer above it', async () => {
    const { button, load } = show(List)
    await userEvent.hover(button)
    expect(load).toHaveBeenCalled()
  })
  it('opens for a click that came earlier, and closes by the next', async () => {
    const { button, arrive } = show(List)
    await userEvent.click(button)
    expect(screen.queryByRole('menu')).toBeNull()
    arrive()
    expect(await screen.findByRole('menu')).toBeInTheDocument()
    expect(button).toHaveAttribute('aria-expanded', 'true')
    await userEvent.click(button)
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
    await userEvent.click(button)
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Sun' }))
    expect(choose).toHaveBeenCalledOnce()
  })
  it.each([
    ['{Enter}', 'Moon'],
    [' ', 'Moon'],
    ['{ArrowDown}', 'Moon'],
    ['{ArrowUp}', 'Sun'],
  ])('opens for %j that came earlier, at %s', async (key, item) => {
    const { button, arrive } = show(List)
    await userEvent.tab()
    expect(button).toHaveFocus()
    await userEvent.keyboard(key)
    arrive()
    await screen.findByRole('menu')
    await waitFor(() => expect(screen.getByRole('menuitem', { name: item })).toHaveAttribute('data-focus'))
    await userEvent.keyboard('{Enter}')
    expect(choose).toHaveBeenCalledOnce()
    await waitFor(() => expect(button).toHaveFocus())
  })
  it.each(['{Tab}', '{Escape}'])('stays closed after %s', async (key) => {
    const { button, arrive } = show(List)
    await userEvent.click(button)
    await userEvent.keyboard(key)
    arrive()
    await waitFor(() => expect(button.id).toMatch(/menu-button/))
    expect(screen.queryByRole('menu')).toBeNull()
  })
  it('is silent when loading fails, and tries again', async () => {
    const { button, load, arrive } = show(List)
    load.mockRejectedValueOnce(new TypeError('Failed to fetch'))
    await userEvent.hover(button)
    expect(load).toHaveBeenCalledOnce()
    arrive()
    await userEvent.click(button)
    expect(await screen.findByRole('menu')).toBeInTheDocument()
  })
})

describe('a button whose popover is loaded later', () => {
  it.each(['click', '{Enter}', ' '])(
    'opens it for %j that came earlier, with the focus in its field',
    async (how) => {
      const { button, arrive } = show(Panel)
      if (how === 'click') await userEvent.click(button)
      else {
        button.focus()
        await userEvent.keyboard(how)
      }
      arrive()
      await screen.findByRole('region', { name: 'Planets' })
      await waitFor(() => expect(screen.getByLabelText('Planet')).toHaveFocus())
      await userEvent.keyboard('{Escape}')
      expect(screen.queryByRole('region')).toBeNull()
      expect(button).toHaveFocus()
    },
  )
})
