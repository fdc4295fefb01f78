import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { Sheet, SheetTitle } from './sheet'

function Planets() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <div id="page">
        <button type="button" onClick={() => setOpen(true)}>
          Open
        </button>
      </div>
      <Sheet open={open} onClose={() => setOpen(false)}>
        <SheetTitle>Planets</SheetTitle>
        <button type="button">Mars</button>
        <button type="button">Venus</button>
      </Sheet>
    </>
  )
}

async function openSheet() {
  render(<Planets />)
  const opener = screen.getByRole('button', { name: 'Open' })
  await userEvent.click(opener)
  return { opener, dialog: screen.getByRole('dialog', { name: 'Planets' }) }
}

const focused = () => document.activeElement?.textContent

describe('a sheet', () => {
  it('takes the focus, and Escape gives it back to what opened it', async () => {
    const { opener, dialog } = await openSheet()
    // The sheet itself: a second Enter would press its first button.
    expect(dialog).toHaveFocus()
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(opener).toHaveFocus()
  })
  it('keeps the Tab key inside, in both directions', async () => {
    await openSheet()
    await userEvent.tab({ shift: true })
    expect(focused()).toBe('Venus')
    await userEvent.tab()
    expect(focused()).toBe('Mars')
  })
  it('hides the page from assistive technology without making it inert, and takes back its focus', async () => {
    const { opener, dialog } = await openSheet()
    expect(dialog).toHaveAttribute('aria-modal', 'true')
    expect(screen.queryByRole('button', { name: 'Open' })).toBeNull()
    expect(document.querySelector('[inert]')).toBeNull()
    opener.focus()
    expect(dialog).toHaveFocus()
    await userEvent.keyboard('{Escape}')
    expect(await screen.findByRole('button', { name: 'Open' })).toBeInTheDocument()
  })
  it('closes by a click beside it, and the page scrolls again', async () => {
    const { dialog } = await openSheet()
    expect(document.documentElement).toHaveAttribute('data-locked')
    await userEvent.click(dialog.firstElementChild!)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(document.documentElement).not.toHaveAttribute('data-locked')
  })
})
