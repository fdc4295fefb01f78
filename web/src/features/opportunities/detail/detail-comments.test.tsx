import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { describe, expect, it } from 'vitest'
import { DetailComments } from './detail-comments'
import { insight } from '@/test/insights'
import { user } from '@/test/fixtures'
import { answer, problem } from '@/test/handlers'
import { renderWithData } from '@/test/render'
import { server } from '@/test/server'

const comment = {
  id: 'c1',
  insightId: insight().id,
  userId: 'someone',
  author: 'Bo Lee',
  text: 'Done in staging',
  mentions: [],
  createdAt: '2026-11-20T09:00:00Z',
}

function show(role: string, comments = [comment]) {
  server.use(answer('/api/auth/user', { ...user, role }), answer('/api/insights/{id}/comments', comments))
  renderWithData(<DetailComments insight={insight()} />)
}

describe('the comments', () => {
  it('are read by viewers, who write none', async () => {
    show('viewer')
    expect(await screen.findByText('Done in staging')).toBeInTheDocument()
    expect(screen.queryByRole('textbox')).toBeNull()
  })
  it('say why a mention is refused, and keep the text', async () => {
    show('member')
    let sent: unknown
    server.use(
      http.post('*/api/insights/:id/comments', async ({ request }) => {
        sent = await request.json()
        return problem(400, 'Cy can’t see this site.', 'text')
      }),
    )
    await userEvent.type(await screen.findByLabelText('Add a comment'), '@Cy please look')
    await userEvent.click(screen.getByRole('button', { name: 'Comment' }))
    expect(await screen.findByText('Cy can’t see this site.')).toBeInTheDocument()
    expect(screen.getByLabelText('Add a comment')).toHaveValue('@Cy please look')
    expect(sent).toEqual({ text: '@Cy please look' })
  })
  it('of others are deleted by owners only', async () => {
    show('owner')
    server.use(http.delete('*/api/insights/:id/comments/c1', () => new HttpResponse(null, { status: 204 })))
    const list = within(await screen.findByRole('list', { name: 'Comments' }))
    server.use(answer('/api/insights/{id}/comments', []))
    await userEvent.click(list.getByRole('button', { name: 'Delete the comment by Bo Lee' }))
    expect(await screen.findByText('Everyone who can see this site can read comments.')).toBeInTheDocument()
  })
})
