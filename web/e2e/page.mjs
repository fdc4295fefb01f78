import assert from 'node:assert/strict'
import { AxeBuilder } from '@axe-core/playwright'

/** Opens a context whose transitions end at once, so that no check sees one half-way. */
export async function openContext(browser, device) {
  const context = await browser.newContext({
    viewport: device.viewport,
    colorScheme: device.colorScheme,
    hasTouch: device.hasTouch ?? false,
    reducedMotion: 'reduce',
  })
  context.setDefaultTimeout(120_000) // a busy machine is slow at everything
  return context
}

/** Opens a page that records every console error and every request to another host as a fault. */
export async function openPage(browser, device, home) {
  const context = await openContext(browser, device)
  const page = await context.newPage()
  const faults = []
  page.on('pageerror', (error) => faults.push(String(error)))
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()))
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.protocol.startsWith('http') && url.origin !== home) faults.push(`request to ${url.origin}`)
  })
  return { context, page, faults }
}

/** Checks that a screen has no fault known to axe and is not wider than the window. */
export async function checkScreen(page, screen) {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .analyze()
  assert.deepEqual(
    violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.target).join(' ')}`),
    [],
    `axe on ${screen}`,
  )
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  assert.ok(overflow <= 0, `${screen} is ${overflow}px wider than the window`)
}

/**
 * Opens a details element by its summary. A click is lost if what stands above grows between press and
 * release, as it may while a screen still loads; a person clicks again.
 */
export async function unfold(summary) {
  const isOpen = () => summary.evaluate((element) => element.closest('details').open)
  // One click after the other.
  // oxlint-disable-next-line no-await-in-loop
  for (let clicks = 0; clicks < 5 && !(await isOpen()); clicks++) await summary.click()
  assert.ok(await isOpen(), 'five clicks on the summary did not open it')
}

/** Gives a file to the upload card of the Technical screen, which uploads it at once. */
export const uploadFile = (page, name, text) =>
  page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
