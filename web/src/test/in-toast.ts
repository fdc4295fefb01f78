import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect } from 'vitest'

/** Clicks the toast's action. Toasts ignore clicks until their region has counted a new one. */
export async function inToast(name: string) {
  const button = await screen.findByRole('button', { name })
  await waitFor(() => expect(button.closest('[role=region]')).not.toHaveStyle({ pointerEvents: 'none' }))
  await userEvent.click(button)
}
