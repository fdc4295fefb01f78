import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { Select } from './select'

const options = [
  { value: 'week', label: 'Every week' },
  { value: 'month', label: 'Every month' },
]

function Screen() {
  const [value, setValue] = useState('week')
  return <Select label="Rhythm" value={value} options={options} onChange={setValue} />
}

it('a select that is pressed before its list is loaded opens with it, by pointer and by key', async () => {
  render(<Screen />)
  const button = screen.getByRole('button', { name: 'Rhythm: Every week' })
  await userEvent.click(button)
  await userEvent.click(await screen.findByRole('option', { name: 'Every month' }))
  expect(screen.getByRole('button', { name: 'Rhythm: Every month' })).toBe(button)
  await waitFor(() => expect(button).toHaveFocus())
  await userEvent.keyboard('{ArrowDown}')
  expect(await screen.findByRole('option', { name: 'Every month', selected: true })).toBeInTheDocument()
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('listbox')).toBeNull())
  expect(button).toHaveFocus()
})
