// Installs everything in package-lock.json. npm silently skips optional packages that fail to download, such
// as engines and compilers for one platform, so this checks for those of this machine and runs npm again.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

const tries = 4
const libc = process.report.getReport().header.glibcVersionRuntime ? 'glibc' : 'musl'
const suits = (names, name) => !names || names.includes(name)

function missing() {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'))
  return Object.entries(packages)
    .filter(([, wants]) => wants.optional && (wants.os || wants.cpu))
    .filter(
      ([, wants]) =>
        suits(wants.os, process.platform) && suits(wants.cpu, process.arch) && suits(wants.libc, libc),
    )
    .map(([place]) => place)
    .filter((place) => !existsSync(`${place}/package.json`))
}

for (let n = 1; n <= tries; n++) {
  const { status } = spawnSync(
    'npm',
    ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'],
    { stdio: 'inherit' },
  )
  const left = status === 0 ? missing() : []
  if (status === 0 && left.length === 0) {
    process.exit(0)
  }
  console.error(
    status === 0
      ? `install: npm could not fetch or unpack ${left.join(', ')}.`
      : `install: npm ci ended with ${status}.`,
  )
  if (n < tries) {
    console.error(`install: once more (${n + 1} of ${tries}).`)
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, n * 5000)
  }
}
console.error(
  'install: not all was installed. Look at the network, at the space on the disk, and at the newest file in ~/.npm/_logs, then run this again.',
)
process.exit(1)
