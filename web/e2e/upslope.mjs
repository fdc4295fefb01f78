import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('../../bin/upslope', import.meta.url))

/** Starts the built program with its own data directory and waits until it reports that it is ready. */
export async function startUpslope(settings = {}) {
  const port = await freePort()
  const data = mkdtempSync(join(tmpdir(), 'upslope e2e '))
  const child = spawn(program, ['dev'], {
    env: { ...process.env, ADDR: `127.0.0.1:${port}`, DATA_DIR: data, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let log = ''
  child.stderr.on('data', (chunk) => (log += chunk))
  const exited = new Promise((resolve) => child.once('exit', resolve))
  await new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`not ready within five minutes:\n${log}`)), 300_000)
    child.stdout.on(
      'data',
      (chunk) => String(chunk).includes('Upslope is ready') && (clearTimeout(late), resolve()),
    )
    exited.then(() => reject(new Error(`ended before it was ready:\n${log}`)))
  })
  return {
    url: `http://127.0.0.1:${port}`,
    log: () => log,
    async stop() {
      child.kill('SIGINT')
      await exited
      rmSync(data, { recursive: true, force: true })
    },
  }
}

function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })
}
