import { render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { describe, expect, it } from 'vitest'
import { readyPart } from './ready-part'

const load = async () => ({ default: ({ text }: { text: string }) => <p>{text}</p> })
const shown = (Part: ReturnType<typeof readyPart<{ text: string }>>[0]) =>
  render(
    <Suspense fallback="Loading">
      <Part text="There" />
    </Suspense>,
  )

describe('a part that was loaded ahead', () => {
  it('is there in the first frame', async () => {
    const [Part, preload] = readyPart(load)
    await preload()
    shown(Part)
    expect(screen.getByText('There')).toBeInTheDocument()
  })
  it('waits for its code otherwise', async () => {
    const [Part] = readyPart(load)
    shown(Part)
    expect(screen.getByText('Loading')).toBeInTheDocument()
    expect(await screen.findByText('There')).toBeInTheDocument()
  })
})
