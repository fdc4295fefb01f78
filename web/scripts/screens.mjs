/* oxlint-disable no-await-in-loop, no-console, unicorn/consistent-function-scoping -- a script of one step after the other */
// Takes every screen of the demo in both themes, wide and narrow, and fails on what does not fit:
// npm run screens -w web. The pictures are in bin/screens.
import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { openDemo, visit } from './demo.mjs'
import { flawsOf } from './flaws.mjs'

const folder = fileURLToPath(new URL('../../bin/screens/', import.meta.url))
const screens = [
  '/overview',
  '/opportunities',
  '/opportunities?scope=compare',
  '/seo',
  '/seo?tab=cannibalization',
  '/ads',
  '/ads?tab=rising-cpc',
  '/technical',
  '/technical?tab=pagespeed',
  '/reports',
  '/sites',
  '/settings?tab=integrations',
  '/subscribe',
  '/design',
  '/no-such-page',
]
const pages = ['/', '/terms', '/privacy', '/api/docs']
const only = process.argv.slice(2)

mkdirSync(folder, { recursive: true })
const { url, browser, close } = await openDemo()
let flawed = 0
try {
  for (const theme of ['light', 'dark'])
    for (const width of [1440, 390]) {
      const viewport = { width, height: width === 390 ? 844 : 900 }
      const context = await browser.newContext({ viewport, colorScheme: theme, reducedMotion: 'reduce' })
      for (const path of only.length > 0 ? only : [...screens, ...pages])
        await check(context, path, { theme, width })
      await context.close()
    }
} finally {
  await close()
}
console.log(flawed === 0 ? `Every screen fits. Pictures: ${folder}` : `${flawed} flaws. Pictures: ${folder}`)
process.exitCode = flawed === 0 ? 0 : 1

async function check(context, path, { theme, width }) {
  const { page, faults } = await visit(context, url, path)
  const name = `${path.replaceAll(/\W+/g, '-').replaceAll(/^-|-$/g, '') || 'landing'}-${width}-${theme}`
  await page.screenshot({ path: `${folder}${name}.png`, fullPage: true })
  for (const flaw of [...faults, ...(await page.evaluate(flawsOf))]) {
    flawed++
    console.log(`${name}: ${flaw}`)
  }
  await page.close()
}
