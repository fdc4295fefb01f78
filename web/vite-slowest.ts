import type { Reporter, TestModule } from 'vitest/node'

const shown = 10

/** Prints the slowest tests after a run. */
export const slowestTests: Reporter = {
  onTestRunEnd(modules: readonly TestModule[]) {
    const tests = modules.flatMap((module) =>
      [...module.children.allTests()].map((test) => ({
        name: `${module.relativeModuleId} > ${test.fullName}`,
        duration: test.diagnostic()?.duration ?? 0,
      })),
    )
    if (tests.length <= shown) return
    const slowest = tests.toSorted((a, b) => b.duration - a.duration).slice(0, shown)
    const lines = slowest.map(
      ({ name, duration }) => `  ${(duration / 1000).toFixed(1).padStart(5)} s  ${name}`,
    )
    process.stdout.write(`\nSlowest of ${tests.length} tests:\n${lines.join('\n')}\n`)
  },
}
