import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { startBrowser } from './browser.mjs'
import { compareCrawls, mapColumns } from './crawl-steps.mjs'
import { makeCrawl, crawlPageCount } from './crawl.mjs'
import { compareSites, planHours, workByKeyboard, workOnOpportunity } from './opportunity-steps.mjs'
import { makeReports } from './report-steps.mjs'
import { checkConnections, checkMissingSettings } from './settings-steps.mjs'
import { choosePlan } from './plan-steps.mjs'
import { checkLaptop, checkTables } from './table-steps.mjs'
import { noteChange, tuneBrand } from './tuning-steps.mjs'
import { startUpslope } from './upslope.mjs'
import { checkScreen, openPage, uploadFile } from './page.mjs'

const devices = [
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

// Two journeys at once: each mostly waits for the server and the browser. The longest starts first.
suite('new users', { concurrency: 2 }, () => {
  test('a new user without data looks around in the demo shop', { timeout: 900_000 }, async () => {
    const { context, page, faults } = await openPage(browser, devices[0], upslope.url)
    await page.goto(`${upslope.url}/api/login?as=curious@example.com&next=/opportunities`)
    await page.getByRole('button', { name: 'Load demo data' }).click()
    await page.getByRole('button', { name: 'Loading...' }).waitFor()
    await page.getByText('Demo data loaded successfully').first().waitFor({ timeout: 600_000 })
    await page.getByText(/^Opportunities \([1-9]/).waitFor()
    await page.getByRole('banner').getByText('Demo data').waitFor()
    await checkScreen(page, 'Opportunities of the demo shop')
    await workOnOpportunity(page, upslope.url)
    await workByKeyboard(page, upslope.url)
    await planHours(page, upslope.url)
    await compareSites(page, upslope.url)

    await page.goto(`${upslope.url}/overview`)
    const figures = page.getByRole('region', { name: 'Key figures' })
    await figures.getByText('vs previous 28 days').first().waitFor()
    assert.equal(await figures.getByText('No data yet').count(), 0)
    await checkScreen(page, 'Overview of the demo shop')

    await page.getByRole('link', { name: 'Manage Integrations' }).click()
    await checkConnections(page)
    await checkTables(page, upslope.url)
    await checkLaptop(page, upslope.url)
    await tuneBrand(page, upslope.url)
    await noteChange(page, upslope.url)
    await makeReports(page, upslope.url)

    await page.goto(`${upslope.url}/sites`)
    await page.getByRole('button', { name: /^Delete / }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('Site Deleted').first().waitFor()
    await page.getByText('No sites yet').waitFor()
    assert.deepEqual(faults, [])
    await context.close()
  })

  for (const [index, device] of devices.entries()) {
    test(`a new user finds out what to fix first, on ${device.name}`, { timeout: 900_000 }, async () => {
      const { context, page, faults } = await openPage(browser, device, upslope.url)
      const domain = `garden-${index}.example`

      await page.goto(upslope.url)
      await page.getByRole('heading', { level: 1, name: 'Turn Data Into Actionable Insights' }).waitFor()
      await checkScreen(page, 'the landing page')

      await page.goto(`${upslope.url}/api/login?as=visitor-${index}@example.com&next=/sites`)
      await page.getByRole('button', { name: 'Add Your First Site' }).click()
      await page.getByLabel('Site Name').fill('Garden shop')
      await page.getByLabel('Domain').fill('not a domain')
      await checkScreen(page, 'the site dialog')
      await page.getByRole('dialog').getByRole('button', { name: 'Add Site' }).click()
      await page.getByText('Invalid domain format').waitFor()
      await page.getByLabel('Domain').fill(` https://www.${domain.toUpperCase()}/shop?a=1 `)
      await page.getByLabel('Domain').blur()
      await page.getByText(`Kept ${domain} of the address.`).waitFor()
      await page.getByRole('dialog').getByRole('button', { name: 'Add Site' }).click()
      await page.getByText('Your site has been added successfully.').first().waitFor()
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await checkScreen(page, 'Sites')

      await page.goto(`${upslope.url}/opportunities`)
      await page.getByText("Let's get your data connected").waitFor()
      await checkScreen(page, 'Opportunities without data')

      await page.goto(`${upslope.url}/technical`)
      await uploadFile(page, 'internal_all.csv', makeCrawl(domain))
      await page.getByText('CSV Uploaded Successfully').first().waitFor()
      await page.getByText(`${crawlPageCount} pages read`).first().waitFor()
      await page.getByText('Missing title').first().waitFor()
      await checkScreen(page, 'Technical')

      await page.goto(`${upslope.url}/opportunities`)
      await page.getByText(/^Opportunities \([1-9]/).waitFor()
      await checkScreen(page, 'Opportunities')
      const title = await page.evaluate(
        async () => (await (await fetch('/api/insights?limit=1')).json())[0].title,
      )
      await page.getByText(title).first().click()
      const sheet = page.getByRole('dialog')
      await sheet.getByText('Action Steps').waitFor()
      await sheet.getByText('Evidence', { exact: true }).first().waitFor()
      await checkScreen(page, 'the opportunity')
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
      await checkScreen(page, 'Overview')

      await page.goto(`${upslope.url}/technical`)
      await compareCrawls(page, domain)
      await mapColumns(page, domain)

      await page.goto(`${upslope.url}/settings?tab=integrations`)
      await checkMissingSettings(page)
      await choosePlan(page, upslope.url)

      await page.goto(`${upslope.url}/no-such-page`)
      await page.getByText('Page Not Found').waitFor()
      await checkScreen(page, 'the not-found page')

      assert.deepEqual(
        // The missing page and the unreadable file answer 404 and 422 on purpose.
        faults.filter((fault) => !/404|422/.test(fault)),
        [],
      )
      await context.close()
    })
  }
})
