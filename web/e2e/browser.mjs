import { existsSync } from 'node:fs'
import { chromium } from 'playwright-core'

const names = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chromium-headless-shell',
  'chrome-headless-shell',
]
const folders = (process.env.PATH ?? '').split(':')
const places = [
  process.env.CHROME_PATH,
  ...names.flatMap((name) => folders.map((folder) => `${folder}/${name}`)),
]

/** Starts the Chromium installed on this machine; nothing is downloaded. */
export function startBrowser() {
  const executablePath = places.find((place) => place && existsSync(place))
  if (!executablePath)
    throw new Error('No Chromium was found. Install it (apt-get install chromium) or set CHROME_PATH.')
  return chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
}
