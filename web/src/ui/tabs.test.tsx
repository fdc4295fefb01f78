import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { Tabs } from './tabs'

const tabs = ['one', 'two', 'three'].map((value) => ({ value, label: value, content: <p>about {value}</p> }))

function Screen() {
  const [value, setValue] = useState('one')
  return <Tabs label="Parts" value={value} tabs={tabs} onChange={setValue} />
}

const tab = (name: string) => screen.getByRole('tab', { name })

/** Presses a key, which shows and focuses a tab. */
async function press(key: string, name: string) {
  await userEvent.keyboard(`{${key}}`)
  expect(tab(name)).toHaveFocus()
  expect(tab(name)).toHaveAttribute('aria-selected', 'true')
  expect(screen.getByRole('tabpanel', { name })).toHaveTextContent(`about ${name}`)
}

it('tabs are one stop of the Tab key, and arrow keys, Home and End show the others', async () => {
  render(<Screen />)
  expect(screen.getByRole('tabpanel', { name: 'one' })).toHaveTextContent('about one')
  await userEvent.tab()
  expect(tab('one')).toHaveFocus()
  await press('ArrowRight', 'two')
  await press('End', 'three')
  await press('ArrowRight', 'one')
  await press('ArrowLeft', 'three')
  await press('Home', 'one')
  await userEvent.tab()
  expect(document.body).toHaveFocus()
})
