/* oxlint-disable no-await-in-loop, no-console, unicorn/consistent-function-scoping -- a script of one step after the other */
import { startBrowser } from '../e2e/browser.mjs'
import { startUpslope } from '../e2e/upslope.mjs'

/** The member whose account the demo's data fill: a visitor of the demo is shown no actions. */
const signIn = (url) => `${url}/api/login?as=ana@example.com`

/** How long the demo may take to be filled, in ms. */
const patience = 300_000

/**
 * Starts the built program and a browser, and waits until the demo is filled. UPSLOPE_URL names a running
 * one.
 */
export async function openDemo() {
  const running = process.env.UPSLOPE_URL
  const [upslope, browser] = await Promise.all([
    running ? { url: running, stop: async () => {} } : startUpslope(),
    startBrowser(),
  ])
  const close = async () => {
    await browser.close()
    await upslope.stop()
  }
  try {
    await waitUntilFilled(browser, upslope.url)
  } catch (error) {
    await close()
    throw error
  }
  return { url: upslope.url, browser, close }
}

async function waitUntilFilled(browser, url) {
  const page = await browser.newPage()
  await page.goto(signIn(url), { waitUntil: 'domcontentloaded' })
  const job = await page.evaluate(async () => {
    const started = await fetch('/api/insights/load-demo', { method: 'POST' })
    return (await started.json()).id
  })
  const until = Date.now() + patience
  for (;;) {
    // What is asked depends on what was answered.
    const filled = await page.evaluate(async (id) => {
      const read = async (path) => (await fetch(path)).json()
      // Without a job, the demo was loaded before.
      const done = !id || (await read(`/api/jobs/${id}`)).status === 'done'
      const total = await read('/api/insights/total')
      return done && total.insights > 0 && !total.computing
    }, job)
    if (filled) break
    if (Date.now() > until) throw new Error('The demo was not filled within five minutes.')
    await page.waitForTimeout(1000)
  }
  await page.close()
}

/** Opens a page of the demo as a member sees it, once nothing is loading. */
export async function visit(context, url, path) {
  const page = await context.newPage()
  const faults = []
  page.on('pageerror', (error) => faults.push(String(error)))
  await page.goto(signIn(url), { waitUntil: 'domcontentloaded' })
  await page.goto(url + path, { waitUntil: 'domcontentloaded' })
  await page.waitForLoadState('networkidle').catch(() => {})
  // The page of the design system always has skeletons.
  if (path !== '/design')
    await page.waitForFunction(() => document.querySelector('.skeleton, [data-skeleton-row]') === null, null, {
      timeout: 60_000,
    })
  await page.evaluate(() => document.fonts.ready)
  return { page, faults }
}
