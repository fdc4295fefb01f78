import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { FilterBar } from './filter-bar'

function show(active: boolean) {
  render(
    <FilterBar label="Filters of tests" active={active} search={<input aria-label="Search" />}>
      <button type="button">All types</button>
    </FilterBar>,
  )
  return {
    toggle: screen.getByRole('button', { name: 'Filters' }),
    filters: screen.getByText('All types').parentElement!,
  }
}

describe('the filters of a list on a phone', () => {
  it('are behind a button beside the search, and next to it where there is room', async () => {
    const { toggle, filters } = show(false)
    expect(toggle).toHaveAttribute('aria-expanded', 'false')
    expect(filters).toHaveClass('hidden', '@2xl:contents')
    await userEvent.click(toggle)
    expect(toggle).toHaveAttribute('aria-expanded', 'true')
    expect(filters).not.toHaveClass('hidden')
    // Below the search, which keeps its width.
    expect(filters).toHaveClass('flex', 'w-full')
  })
  it('are open while one of them narrows the list, and folded say that one does', async () => {
    const { toggle, filters } = show(true)
    expect(toggle).toHaveAttribute('aria-expanded', 'true')
    expect(filters).not.toHaveClass('hidden')
    expect(toggle).toHaveAccessibleName('Filters')
    await userEvent.click(toggle)
    expect(filters).toHaveClass('hidden')
    expect(toggle).toHaveAccessibleName('Filters: on')
  })
})
