import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { describe, expect, it } from 'vitest'
import type { Tracker, TrackerIssue } from '@/api/settings/trackers'
import { user } from '@/test/fixtures'
import { answer, problem, signedIn } from '@/test/handlers'
import { insight } from '@/test/insights'
import { openApp } from '@/test/open-app'
import { serveOpportunities } from '@/test/opportunities'
import { server } from '@/test/server'

const tracker: Tracker = {
  id: 't1',
  name: 'Website',
  kind: 'github',
  project: 'acme/website',
  baseUrl: '',
  email: '',
  problem: '',
  createdAt: '2026-11-20T09:00:00Z',
}
const issue: TrackerIssue = {
  id: 'i1',
  trackerId: 't1',
  key: '#12',
  url: 'https://github.com/acme/website/issues/12',
  status: 'open',
  checkedAt: '2026-11-20T09:00:00Z',
  createdAt: '2026-11-20T09:00:00Z',
}

describe('issue trackers', () => {
  it('are connected with a token, and an error stands at its field', async () => {
    const bodies: unknown[] = []
    server.use(
      answer('/api/tokens', []),
      http.post('*/api/trackers', async ({ request }) => {
        bodies.push(await request.json())
        return bodies.length === 1
          ? problem(400, 'GitHub knows no repository acme/web, or this token cannot see it.', 'project')
          : HttpResponse.json(tracker, { status: 201 })
      }),
      ...signedIn(),
    )
    openApp('/settings?tab=api')
    await userEvent.click(await screen.findByRole('button', { name: 'Connect tracker' }))
    const dialog = within(await screen.findByRole('dialog'))
    await userEvent.type(dialog.getByLabelText('Repository'), 'acme/web')
    await userEvent.type(dialog.getByLabelText('Access token'), 'secret')
    await userEvent.click(dialog.getByRole('button', { name: 'Connect' }))
    expect(await dialog.findByText(/^GitHub knows no repository/)).toBeInTheDocument()
    await userEvent.click(dialog.getByRole('button', { name: 'Connect' }))
    expect(await screen.findByText('Tracker connected')).toBeInTheDocument()
    expect(bodies[0]).toEqual({
      kind: 'github',
      name: 'GitHub',
      project: 'acme/web',
      baseUrl: '',
      email: '',
      token: 'secret',
    })
  })

  it('get an issue of an opportunity, which its detail links to', async () => {
    const issues: TrackerIssue[] = []
    const first = insight()
    serveOpportunities([first])
    server.use(
      answer('/api/trackers', [tracker]),
      http.get('*/api/insights/:id/issues', () => HttpResponse.json(issues)),
      http.post('*/api/insights/:id/issues', async ({ request }) => {
        expect(await request.json()).toEqual({ trackerId: 't1' })
        issues.push(issue)
        return HttpResponse.json(issue, { status: 201 })
      }),
    )
    openApp(`/opportunities?o=${first.id}`)
    await userEvent.click(await screen.findByRole('button', { name: 'Create issue in Website' }))
    expect(await screen.findByRole('link', { name: '#12' })).toHaveAttribute('href', issue.url)
    expect(screen.queryByRole('button', { name: 'Create issue in Website' })).not.toBeInTheDocument()
  })
  it('get no issues from viewers, who see those of others', async () => {
    const first = insight()
    serveOpportunities([first])
    server.use(
      answer('/api/auth/user', { ...user, role: 'viewer' }),
      answer('/api/trackers', [tracker, { ...tracker, id: 't2', name: 'Shop' }]),
      answer('/api/insights/{id}/issues', [issue]),
    )
    openApp(`/opportunities?o=${first.id}`)
    expect(await screen.findByRole('link', { name: '#12' })).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: /^Create issue/ })).not.toBeInTheDocument()
  })
})
