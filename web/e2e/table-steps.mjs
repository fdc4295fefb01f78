import assert from 'node:assert/strict'
import { checkScreen } from './page.mjs'

const screens = [
  ['/seo', 'SEO of the demo shop'],
  ['/ads', 'Ads of the demo shop'],
  ['/technical?tab=pagespeed', 'page speed of the demo shop'],
]

/** The lists with the most columns. */
const widest = [
  '/opportunities',
  '/seo?tab=cannibalization',
  '/ads?tab=campaigns',
  '/ads?tab=search-terms',
  '/ads?tab=search-terms&by=words',
  '/ads?tab=overlap',
  '/technical?tab=pagespeed',
]

/** Opens the demo shop's tables: each screen shows rows, not just headings. */
export async function checkTables(page, url) {
  for (const [path, name] of screens) {
    // One screen at a time.
    // oxlint-disable-next-line no-await-in-loop
    await page.goto(`${url}${path}`)
    // oxlint-disable-next-line no-await-in-loop
    await page.getByRole('table').getByRole('row').nth(1).waitFor()
    // oxlint-disable-next-line no-await-in-loop
    await checkScreen(page, name)
  }
}

/** On a laptop no list scrolls sideways: its columns fold. */
export async function checkLaptop(page, url) {
  const viewport = page.viewportSize()
  for (const path of widest) {
    // One screen at a time.
    // oxlint-disable-next-line no-await-in-loop
    await page.goto(`${url}${path}`)
    const list = page.getByRole('region', { name: /^List of/ })
    // oxlint-disable-next-line no-await-in-loop
    await list.getByRole('row').nth(1).waitFor()
    for (const width of [1024, 1100, 1280]) {
      // oxlint-disable-next-line no-await-in-loop
      await page.setViewportSize({ width, height: viewport.height })
      // It folds in the frame after the window has its new width.
      const fits = page.waitForFunction(
        (box) => box.scrollWidth <= box.clientWidth,
        // oxlint-disable-next-line no-await-in-loop
        await list.elementHandle(),
        { timeout: 10_000 },
      )
      // oxlint-disable-next-line no-await-in-loop
      await fits.catch(() => assert.fail(`${path} scrolls sideways at ${width}px`))
    }
  }
  await page.setViewportSize({ width: 1024, height: viewport.height })
  await page.goto(`${url}/ads?tab=campaigns`)
  await page.getByRole('table').getByRole('row').nth(1).waitFor()
  await checkScreen(page, 'folded columns')
  await page.setViewportSize(viewport)
}
