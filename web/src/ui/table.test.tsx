import { act, render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { Table } from './table'

it('folds what does not fit, and unfolds it only once there is room again', () => {
  let resized: (() => void) | undefined
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(callback: () => void) {
        resized = callback
      }
      observe() {}
      disconnect() {}
    },
  )
  render(
    <Table label="Costs" folded={{}}>
      <tbody />
    </Table>,
  )
  const box = screen.getByRole('region', { name: 'Costs' })
  /** A box of this width around columns that need 900px side by side and 600px when they are folded. */
  const resize = (width: number) => {
    const needed = () => (box.hasAttribute('data-folded') ? 600 : 900)
    vi.spyOn(box, 'clientWidth', 'get').mockReturnValue(width)
    vi.spyOn(box, 'scrollWidth', 'get').mockImplementation(() => Math.max(width, needed()))
    act(() => resized?.())
    return [box.hasAttribute('data-folded'), box.hasAttribute('data-fits')]
  }
  expect(resize(1000)).toEqual([false, true])
  expect(resize(700)).toEqual([true, true])
  expect(resize(700)).toEqual([true, true])
  expect(resize(500)).toEqual([true, false])
  expect(resize(900)).toEqual([false, true])
})
