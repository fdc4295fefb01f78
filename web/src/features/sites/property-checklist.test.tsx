import { fireEvent, render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { property } from '@/test/integrations'
import { PropertyChecklist } from './property-checklist'

it('selects more properties than one call takes, and adds all of them', () => {
  const properties = Array.from({ length: 1001 }, (_, n) => property({ id: `sc-domain:shop-${n}.example` }))
  const onAdd = vi.fn<(ids: string[]) => void>()
  render(
    <PropertyChecklist properties={properties} busy={false} onAdd={onAdd}>
      {null}
    </PropertyChecklist>,
  )
  // Queries by role compute the names of all 1,001 rows, which takes seconds.
  fireEvent.click(screen.getByText('Select all new properties (1,001)'))
  fireEvent.click(screen.getByText('Add 1,001 sites'))
  expect(onAdd).toHaveBeenCalledExactlyOnceWith(properties.map(({ id }) => id))
})
