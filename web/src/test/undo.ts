import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect } from 'vitest'

/** Takes back what the toast tells of: the region of toasts lets clicks through until it has counted a new one. */
export async function undo() {
  const button = await screen.findByRole('button', { name: 'Undo' })
  await waitFor(() => expect(button.closest('[role=region]')).not.toHaveStyle({ pointerEvents: 'none' }))
  await userEvent.click(button)
}
