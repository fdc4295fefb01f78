import { expect, it } from 'vitest'
import { csv } from './csv'

it('quotes what would end a cell, and lets no cell be a formula', () => {
  expect(csv([['Campaign'], ['Boots, "new"'], ['=cmd|x'], ['＝cmd|x'], ['rain jacket', '12']])).toBe(
    'Campaign\r\n"Boots, ""new"""\r\n\'=cmd|x\r\n\'＝cmd|x\r\nrain jacket,12\r\n',
  )
})
