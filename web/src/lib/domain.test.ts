import { expect, it } from 'vitest'
import { addressText, domainText } from './domain'

it.each([
  ['xn--mnchen-3ya.de', 'münchen.de'],
  ['blog.xn--r8jz45g.jp', 'blog.例え.jp'],
  ['example.com', 'example.com'],
  ['xn--999999999.com', 'xn--999999999.com'],
])('%s is shown as %s', (domain, shown) => expect(domainText(domain)).toBe(shown))

it.each([
  ['https://xn--mnchen-3ya.de/xn--a', 'https://münchen.de/xn--a'],
  ['/shop/*', '/shop/*'],
  ['red shoes', 'red shoes'],
])('the address %s is shown as %s', (address, shown) => expect(addressText(address)).toBe(shown))
