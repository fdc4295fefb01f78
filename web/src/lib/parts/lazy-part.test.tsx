import { render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { describe, expect, it } from 'vitest'
import { lazyPart } from './lazy-part'

const load = async () => ({ default: ({ text }: { text: string }) => <p>{text}</p> })
const shown = (Part: ReturnType<typeof lazyPart<{ text: string }>>) =>
  render(
    <Suspense fallback="Loading">
      <Part text="There" />
    </Suspense>,
  )

describe('a part that was loaded ahead', () => {
  it('is there in the first frame', async () => {
    const Part = lazyPart(load)
    await Part.preload()
    shown(Part)
    expect(screen.getByText('There')).toBeInTheDocument()
  })
  it('is there in the first frame of its second showing', async () => {
    const Part = lazyPart(load)
    const { unmount } = shown(Part)
    await screen.findByText('There')
    unmount()
    shown(Part)
    expect(screen.getByText('There')).toBeInTheDocument()
  })
  it('waits for its code otherwise', async () => {
    const Part = lazyPart(load)
    shown(Part)
    expect(screen.getByText('Loading')).toBeInTheDocument()
    expect(await screen.findByText('There')).toBeInTheDocument()
  })
})
