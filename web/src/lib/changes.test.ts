import { expect, it } from 'vitest'
import { marksOf } from './changes'

const change = (day: string, kind: 'note' | 'status', text: string) => ({
  id: text,
  siteId: 's',
  day,
  kind,
  text,
  createdAt: '',
})

it('marks each change, and of many opportunity updates on a day how many they are', () => {
  const marks = marksOf([
    change('2026-11-18', 'status', 'Fixed: a'),
    change('2026-11-18', 'note', 'New checkout'),
    change('2026-11-18', 'status', 'Fixed: b'),
    change('2026-11-18', 'status', 'Fixed: c'),
    change('2026-11-17', 'status', 'Fixed: d'),
  ])
  expect(marks).toEqual([
    { day: '2026-11-18', text: 'New checkout' },
    { day: '2026-11-18', text: '3 opportunity updates' },
    { day: '2026-11-17', text: 'Fixed: d' },
  ])
})
