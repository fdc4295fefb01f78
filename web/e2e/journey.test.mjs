import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { AxeBuilder } from '@axe-core/playwright'
import { startBrowser } from './browser.mjs'
import { crawlOf, pagesOfCrawl } from './crawl.mjs'
import { startUpslope } from './upslope.mjs'

const looks = [
  { name: 'a desk in the light', viewport: { width: 1440, height: 900 }, colorScheme: 'light' },
  { name: 'a phone in the dark', viewport: { width: 390, height: 844 }, colorScheme: 'dark', hasTouch: true },
]

let upslope
let browser
before(async () => {
  ;[upslope, browser] = await Promise.all([startUpslope(), startBrowser()])
})
after(async () => {
  await browser?.close()
  await upslope?.stop()
})

/** Opens a page that fails the test on any error in its console and on any request that left this machine. */
async function visitor(look) {
  const context = await browser.newContext({
    viewport: look.viewport,
    colorScheme: look.colorScheme,
    hasTouch: look.hasTouch ?? false,
  })
  const page = await context.newPage()
  const faults = []
  page.on('pageerror', (error) => faults.push(String(error)))
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()))
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.protocol.startsWith('http') && url.origin !== upslope.url) faults.push(`request to ${url.origin}`)
  })
  return { context, page, faults }
}

async function fits(page, screen) {
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

for (const [index, look] of looks.entries()) {
  test(`a new user finds out what to fix first, on ${look.name}`, { timeout: 120_000 }, async () => {
    const { context, page, faults } = await visitor(look)
    const domain = `garden-${index}.example`

    await page.goto(upslope.url)
    await page.getByRole('heading', { level: 1, name: 'Turn Data Into Actionable Insights' }).waitFor()
    await fits(page, 'the landing page')

    await page.goto(`${upslope.url}/api/login?as=visitor-${index}@example.com&next=/sites`)
    await page.getByRole('button', { name: 'Add Your First Site' }).click()
    await page.getByLabel('Site Name').fill('Garden shop')
    await page.getByLabel('Domain').fill('not a domain')
    await fits(page, 'the site dialog')
    await page.getByRole('dialog').getByRole('button', { name: 'Add Site' }).click()
    await page.getByText('Invalid domain format').waitFor()
    await page.getByLabel('Domain').fill(` ${domain.toUpperCase()} `)
    await page.getByRole('dialog').getByRole('button', { name: 'Add Site' }).click()
    await page.getByText('Your site has been added successfully.').first().waitFor()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await fits(page, 'Sites')

    await page.goto(`${upslope.url}/opportunities`)
    await page.getByText("Let's get your data connected").waitFor()
    await fits(page, 'Opportunities without data')

    await page.goto(`${upslope.url}/technical`)
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: 'internal_all.csv', mimeType: 'text/csv', buffer: Buffer.from(crawlOf(domain)) })
    const upload = page.getByRole('button', { name: /^upload/i })
    await upload
      .first()
      .click({ timeout: 3_000 })
      .catch(() => {}) // only where the widget waits to be told
    await page.getByText('CSV Uploaded Successfully').first().waitFor({ timeout: 30_000 })
    await page.getByText(`${pagesOfCrawl} pages read`).first().waitFor()
    await page.getByText('Missing title').first().waitFor()
    await fits(page, 'Technical')

    await page.goto(`${upslope.url}/opportunities`)
    await page.getByText(/^Opportunities \([1-9]/).waitFor({ timeout: 30_000 })
    await fits(page, 'Opportunities')
    const title = await page.evaluate(
      async () => (await (await fetch('/api/insights?limit=1')).json())[0].title,
    )
    await page.getByText(title).first().click()
    const sheet = page.getByRole('dialog')
    await sheet.getByText('Action Steps').waitFor()
    await sheet.getByText('Evidence', { exact: true }).first().waitFor()
    await fits(page, 'the opportunity')
    await sheet.getByRole('button', { name: 'Mark as Done' }).click()
    await page.getByText('Insight status updated').first().waitFor()
    const status = await page.evaluate(
      async (wanted) => (await (await fetch('/api/insights')).json()).find((i) => i.title === wanted).status,
      title,
    )
    assert.equal(status, 'done')

    await page.goto(`${upslope.url}/overview`)
    await page.getByText('Top Opportunities').waitFor()
    await page.getByText('internal_all.csv').first().waitFor()
    await fits(page, 'Overview')

    await page.goto(`${upslope.url}/no-such-page`)
    await page.getByText('Page Not Found').waitFor()
    await fits(page, 'the not-found page')

    assert.deepEqual(
      faults.filter((fault) => !fault.includes('404')),
      [],
    )
    await context.close()
  })
}
