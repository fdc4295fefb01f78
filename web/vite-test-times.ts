import { appendFileSync } from 'node:fs'
import type { Reporter, TestModule } from 'vitest/node'

const shown = 10

/** Prints the slowest tests after a run, and appends every test to the file that TEST_TIMES names, if any. */
export const testTimes: Reporter = {
  onTestRunEnd(modules: readonly TestModule[]) {
    const tests = modules.flatMap((module) =>
      [...module.children.allTests()].map((test) => ({
        module: module.relativeModuleId,
        name: test.fullName,
        seconds: (test.diagnostic()?.duration ?? 0) / 1000,
        failed: test.result().state === 'failed',
      })),
    )
    const broken = modules
      .filter((module) => module.state() === 'failed')
      .map((module) => ({ module: module.relativeModuleId, name: 'the file', seconds: 0, failed: true }))
    if (process.env.TEST_TIMES) {
      const lines = [...tests, ...broken].map(
        ({ module, name, seconds, failed }) =>
          `${seconds.toFixed(1)}\tweb/${module}\t${name.replace(/\s+/g, ' ')}\t${failed ? 'failed' : ''}\n`,
      )
      appendFileSync(process.env.TEST_TIMES, lines.join(''))
    }
    if (tests.length <= shown) return
    const slowest = tests.toSorted((a, b) => b.seconds - a.seconds).slice(0, shown)
    const lines = slowest.map(
      ({ module, name, seconds }) => `  ${seconds.toFixed(1).padStart(5)} s  ${module} > ${name}`,
    )
    process.stdout.write(`\nSlowest of ${tests.length} tests:\n${lines.join('\n')}\n`)
  },
}
