import { afterEach, describe, expect, it } from 'vitest'
import { arrive } from './arrive'

afterEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  document.cookie = 'account=; path=/; expires=Thu, 01 Jan 1970 00:00:00 GMT'
  history.replaceState(null, '', '/')
})

describe('a link in a mail or a chat', () => {
  it('opens its account and its site, and the address keeps what it is about', () => {
    history.replaceState(null, '', '/technical?page=%2Fa&account=a2&site=s9')
    arrive()
    expect(location.pathname + location.search).toBe('/technical?page=%2Fa')
    expect(document.cookie).toContain('account=a2')
    expect(localStorage.getItem('selectedSiteId')).toBe('s9')
  })
  it('without them changes nothing', () => {
    localStorage.setItem('selectedSiteId', 's1')
    history.replaceState(null, '', '/opportunities?o=1')
    arrive()
    expect(document.cookie).not.toContain('account=')
    expect(localStorage.getItem('selectedSiteId')).toBe('s1')
  })
})
