import { describe, expect, it } from 'vitest'
import { insight } from '@/test/insights'
import { followersText, tasksOf } from './tasks'

const page = (id: string, path: string, leadId?: string) =>
  insight({ id, entity: { page: path, query: id }, ...(leadId && { leadId }) })

describe('a list as tasks', () => {
  it('has each follower under its lead, wherever it stands in the list', () => {
    const list = [page('c', '/b', 'b'), page('a', '/a'), page('b', '/b'), page('d', '/a', 'a')]
    const tasks = tasksOf(list, (one) => one)
    expect(
      tasks.map(({ lead, followers }) =>
        [lead, followers]
          .flat()
          .map(({ id }) => id)
          .join(' '),
      ),
    ).toEqual(['a d', 'b c'])
  })
  it('has a follower alone when its lead is not in the list', () => {
    const tasks = tasksOf([page('b', '/a', 'hidden'), page('c', '/a', 'hidden')], (one) => one)
    expect(tasks.map(({ lead, followers }) => [lead.id, followers.length])).toEqual([
      ['b', 0],
      ['c', 0],
    ])
  })
})

describe('what stands under one', () => {
  const lead = page('boots', '/a')
  it.each([
    ['+2 on the same page', lead, [page('x', '/a'), page('y', '/a')], undefined],
    ['+1 for the same search', lead, [insight({ entity: { query: 'boots' } })], undefined],
    ['+2 with the same cause', lead, [page('x', '/a'), insight({ entity: { query: 'boots' } })], undefined],
    ['+3 with the same cause', lead, [page('x', '/a')], 3],
    ['+1 with the same cause', insight(), [page('x', '/products/a')], undefined],
  ])('is said as %s', (text, one, followers, count) => {
    expect(followersText(one, followers, count)).toBe(text)
  })
})
