import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startBrowser } from './browser.mjs'
import { clerkStandIn } from './clerk-stand-in.mjs'
import { startUpslope } from './upslope.mjs'
import { checkScreen, openContext } from './page.mjs'

const clerk = clerkStandIn()
let upslope
let browser
before(async () => {
  ;[upslope, browser] = await Promise.all([startUpslope(clerk.settings), startBrowser()])
})
after(async () => {
  await browser?.close()
  await upslope?.stop()
})

/**
 * Opens a page whose clock says that the session ends in the given number of seconds, and collects its
 * console errors. By the server's clock it is valid for five minutes, however long the browser takes.
 */
async function open(path, seconds) {
  const validity = 300
  const context = await openContext(browser, { viewport: { width: 1440, height: 900 } })
  await context.addCookies([
    { name: '__session', value: clerk.token(upslope.url, validity), url: upslope.url },
    { name: '__client_uat', value: '1', url: upslope.url },
  ])
  const page = await context.newPage()
  await page.addInitScript(
    (ahead) => {
      const now = Date.now
      Date.now = () => now() + ahead
    },
    (validity - seconds) * 1000,
  )
  const faults = []
  page.on('pageerror', (error) => faults.push(String(error)))
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()))
  await clerk.answerFor(page, upslope.url)
  await page.goto(upslope.url + path)
  await page.getByRole('button', { name: 'Account of Ana Lopez' }).waitFor()
  return { context, page, faults }
}

test(
  'who is signed in by Clerk works on with fresh sessions, changes the profile and signs out',
  { timeout: 900_000 },
  async () => {
    const { context, page, faults } = await open('/sites', 6)
    const session = async () => (await context.cookies()).find((cookie) => cookie.name === '__session')?.value
    assert.deepEqual(
      clerk.asked.filter((path) => path === '/v1/tokens').length,
      1,
      `the session that ended soon was renewed: ${JSON.stringify([faults, clerk.asked])}`,
    )
    const renewed = await session()

    await page.getByRole('button', { name: 'Account of Ana Lopez' }).click()
    await checkScreen(page, 'the menu of the user')
    await page.getByRole('menuitem', { name: 'Profile' }).click()
    await page.getByRole('heading', { name: 'A page of Clerk' }).waitFor()
    assert.equal(page.url(), 'https://accounts.example.com/user')

    await page.goto(`${upslope.url}/sites`)
    await page.getByRole('button', { name: 'Account of Ana Lopez' }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByRole('heading', { level: 1, name: 'Turn Data Into Actionable Insights' }).waitFor()
    assert.ok(clerk.asked.includes('/v1/sign-out'), 'Clerk was told')
    assert.ok(clerk.asked.includes('the picture'), 'the picture is shown')
    assert.equal(await session(), undefined)
    const answer = await fetch(`${upslope.url}/api/sites`, { headers: { Cookie: `__session=${renewed}` } })
    assert.equal(answer.status, 401, 'a session that was signed out counts no more')
    assert.deepEqual(faults, [])
    await context.close()
  },
)
