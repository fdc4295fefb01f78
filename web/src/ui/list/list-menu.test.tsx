import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { RowMenu } from './list-menu'

const nothing = () => {}

function show() {
  render(
    <RowMenu
      label="Actions for Mars"
      items={['Open', 'Snooze', 'Dismiss'].map((label) => ({ label, onSelect: nothing }))}
    />,
  )
  screen.getByRole('button', { name: 'Actions for Mars' }).focus()
}

describe('the menu of a row', () => {
  it.each([
    ['{ArrowDown}', 'first', 'Open'],
    ['{ArrowUp}', 'last', 'Dismiss'],
    ['{Enter}', 'first', 'Open'],
  ])('opens by %s with the focus on its %s item', async (key, _, item) => {
    show()
    await userEvent.keyboard(key)
    expect(screen.getByRole('menuitem', { name: item })).toHaveFocus()
  })
  it('begins at its first item for Enter, also after it was opened at its last', async () => {
    show()
    await userEvent.keyboard('{ArrowUp}{Escape}{Enter}')
    expect(screen.getByRole('menuitem', { name: 'Open' })).toHaveFocus()
  })
})
