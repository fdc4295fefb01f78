import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect } from 'vitest'

/** Clicks what the toast offers: the region of toasts lets clicks through until it has counted a new one. */
export async function inToast(name: string) {
  const button = await screen.findByRole('button', { name })
  await waitFor(() => expect(button.closest('[role=region]')).not.toHaveStyle({ pointerEvents: 'none' }))
  await userEvent.click(button)
}
