/* oxlint-disable no-console, no-await-in-loop, no-underscore-dangle */
// Measures what a user's hand costs: main-thread time and component renders. Needs `npm run build` first.
import { startBrowser } from '../e2e/browser.mjs'
import { startServer } from './server.mjs'

const insights = 2_000
const queries = 50_000
const repeats = 7

const { url, stop } = await startServer({ insights, queries })
const browser = await startBrowser()
const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' })
await page.addInitScript(countRenders)
const cdp = await page.context().newCDPSession(page)
await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })

/** Counts the components that React renders, by the hook of its developer tools. */
function countRenders() {
  const performedWork = 1
  const components = new Set([0, 1, 11, 14, 15])
  window.renders = 0
  const rendered = (fiber) => {
    const before = fiber.alternate
    const didWork = before === null || (fiber.flags & performedWork) !== 0
    return components.has(fiber.tag) && didWork && before !== fiber
  }
  const visit = (fiber) => {
    // A subtree that React left alone is the same object as before.
    for (let at = fiber; at; at = at.sibling) {
      if (rendered(at)) window.renders++
      if (at.child && at.child !== at.alternate?.child) visit(at.child)
    }
  }
  window.__REACT_DEVTOOLS_GLOBAL_HOOK__ = {
    supportsFiber: true,
    inject: () => 1,
    onCommitFiberRoot: (_, root) => visit(root.current),
    onCommitFiberUnmount: () => {},
  }
}

const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]

async function taskTime() {
  const { metrics } = await cdp.send('Performance.getMetrics')
  return metrics.find(({ name }) => name === 'TaskDuration').value * 1000
}

/** The main-thread time and the renders of an action, until nothing is left to do. */
async function measure(action, settled) {
  await page.waitForTimeout(150)
  const [before, renders] = [await taskTime(), await page.evaluate(() => window.renders)]
  await action()
  await settled?.()
  // Two frames later, React and the layout are done.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  return { ms: (await taskTime()) - before, renders: (await page.evaluate(() => window.renders)) - renders }
}

async function repeat(name, target, action, settled) {
  const runs = []
  for (let run = 0; run < repeats; run++) runs.push(await measure(() => action(run), settled))
  report(name, target, runs)
}

function report(name, target, runs) {
  const ms = median(runs.map((run) => run.ms))
  const renders = median(runs.map((run) => run.renders))
  console.log(
    `${name.padEnd(34)} ${ms.toFixed(1).padStart(7)} ms ${String(renders).padStart(6)} renders   ${target}`,
  )
}

const dialog = page.getByRole('dialog')
const nodes = () => page.evaluate(() => document.querySelectorAll('*').length)

await page.goto(`${url}/opportunities`)
await page.getByRole('heading', { name: 'Opportunities (2,000)' }).waitFor()
console.log(`${insights} opportunities, medians of ${repeats}, ${await nodes()} nodes`)

const search = page.getByRole('searchbox')
await search.focus()
await repeat('one key in the search', '<= 16 ms, <= 300', (run) =>
  page.keyboard.press(run % 2 ? 'Backspace' : 'o'),
)
await page.waitForTimeout(600)
const header = page.getByRole('button', { name: 'Effort', exact: true })
await repeat(
  'sort by a column',
  '<= 16 ms',
  () => header.click(),
  () => page.waitForTimeout(150),
)
await page.goto(`${url}/opportunities`)
const rows = page.locator('[data-row-open]')
await rows.first().waitFor()
await rows.first().focus()
await repeat('next row (J)', '<= 16 ms', () => page.keyboard.press('j'))
// The first opening also loads its code.
await rows.first().click()
await dialog.getByText('Action Steps').waitFor()
await page.keyboard.press('Escape')
await dialog.waitFor({ state: 'detached' })
const opened = () => dialog.getByText('Action Steps').waitFor()
const closed = () => dialog.waitFor({ state: 'detached' })
const [openings, closings] = [[], []]
for (let run = 0; run < repeats; run++) {
  openings.push(await measure(() => rows.nth(run).click(), opened))
  closings.push(await measure(() => page.keyboard.press('Escape'), closed))
}
report('open a detail', '<= 16 ms', openings)
report('close a detail', '<= 16 ms', closings)

await page.goto(`${url}/seo?tab=queries`)
await page.getByText('search number 0').waitFor()
const first = await nodes()
let most = first
const frames = []
for (let step = 0; step < 120; step++) {
  frames.push((await measure(() => page.mouse.wheel(0, 5_000))).ms)
  most = Math.max(most, await nodes())
}
const loaded = await page.evaluate(() => document.querySelectorAll('tr[data-index]').length)
const last = await page.evaluate(() =>
  Number([...document.querySelectorAll('tr[data-index]')].at(-1)?.dataset.index),
)
console.log(
  `50,000 queries: ${first} nodes at first, at most ${most} after scrolling to row ${last} (${loaded} drawn)   <= 3,000`,
)
console.log(`a scroll of 5,000 px, with the next pages  ${median(frames).toFixed(1)} ms`)

await browser.close()
stop()
