/* oxlint-disable no-await-in-loop, no-console, unicorn/consistent-function-scoping -- a script of one step after the other */
// Makes the pictures of the landing page from the demo: npm run pictures -w web.
import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { openDemo, visit } from './demo.mjs'

const size = { width: 1280, height: 800 }
const file = (name) => fileURLToPath(new URL(`../public/${name}.webp`, import.meta.url))

const { url, browser, close } = await openDemo()
try {
  for (const theme of ['light', 'dark']) {
    const context = await browser.newContext({ viewport: size, colorScheme: theme, reducedMotion: 'reduce' })
    const { page: overview } = await visit(context, url, '/overview')
    await save(context, overview, `preview-overview-${theme}`)
    const { page: list } = await visit(context, url, '/opportunities')
    const first = await list.evaluate(async () => (await (await fetch('/api/insights?limit=1')).json())[0].id)
    await list.close()
    const { page: detail } = await visit(context, url, `/opportunities?o=${first}`)
    await detail.getByRole('dialog').getByText('Action Steps').waitFor()
    await save(context, detail, `preview-opportunities-${theme}`)
    await context.close()
  }
} finally {
  await close()
}

/** Saves what a page shows, but for the badge of development machines and the bar of loading, as WebP. */
async function save(context, page, name) {
  await page.addStyleTag({ content: '[aria-label="Environment"], [aria-label="Loading"] { display: none }' })
  const png = (await page.screenshot()).toString('base64')
  const canvas = await context.newPage()
  const webp = await canvas.evaluate(
    async ([data, { width, height }]) => {
      const image = new Image()
      image.src = `data:image/png;base64,${data}`
      await image.decode()
      const target = Object.assign(document.createElement('canvas'), { width, height })
      target.getContext('2d').drawImage(image, 0, 0, width, height)
      return target.toDataURL('image/webp', 0.86).split(',')[1]
    },
    [png, size],
  )
  await writeFile(file(name), Buffer.from(webp, 'base64'))
  await canvas.close()
  await page.close()
  console.log(name)
}
