import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { ErrorBoundary } from './error-boundary'

it('shows a way out of an unexpected error, and Try Again renders once more', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  let broken = true
  const Screen = () => {
    if (broken) throw new Error('a defect')
    return <p>fine</p>
  }
  render(
    <ErrorBoundary path="/">
      <Screen />
    </ErrorBoundary>,
  )
  expect(screen.getByRole('heading', { name: 'Something went wrong' })).toBeInTheDocument()
  expect(
    screen.getByText('We encountered an unexpected error. Please try again or refresh the page.'),
  ).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Refresh Page' })).toBeInTheDocument()
  broken = false
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await screen.findByText('fine')).toBeInTheDocument()
})
