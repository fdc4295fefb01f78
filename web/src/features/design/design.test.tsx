import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { user } from '@/test/fixtures'
import { answer, signedIn } from '@/test/handlers'
import { openApp } from '@/test/open-app'
import { server } from '@/test/server'

describe('the design page', () => {
  it('shows every part in both themes on a development machine', async () => {
    server.use(...signedIn())
    openApp('/design')
    expect(await screen.findByRole('region', { name: 'light theme' })).toHaveAttribute('data-theme', 'light')
    expect(screen.getByRole('region', { name: 'dark theme' })).toHaveAttribute('data-theme', 'dark')
    expect(screen.getAllByRole('button', { name: 'Primary' })).toHaveLength(2)
  })
  it('is not there in production', async () => {
    server.use(answer('/api/auth/user', { ...user, environment: 'production' }), ...signedIn())
    openApp('/design')
    expect(await screen.findByText('Page Not Found')).toBeInTheDocument()
  })
})
