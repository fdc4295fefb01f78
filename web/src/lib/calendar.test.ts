import { expect, it } from 'vitest'
import { addDays, daysIn, monthsBefore, todayIn } from './calendar'

it('counts days over the ends of months and years', () => {
  expect(addDays('2026-11-18', -27)).toBe('2026-10-22')
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
  expect(daysIn({ from: '2026-10-22', to: '2026-11-18' })).toBe(28)
})

it('goes back by months to a day that there is', () => {
  expect(monthsBefore('2026-11-18', 6)).toBe('2026-05-18')
  expect(monthsBefore('2026-03-31', 1)).toBe('2026-02-28')
  expect(monthsBefore('2026-01-15', 16)).toBe('2024-09-15')
})

it('knows that it is tomorrow already in the east', () => {
  const evening = new Date('2026-11-18T23:30:00Z')
  expect(todayIn('Europe/Berlin', evening)).toBe('2026-11-19')
  expect(todayIn('America/New_York', evening)).toBe('2026-11-18')
  expect(todayIn('Moon/Tranquility', evening)).toBe('2026-11-18')
})
