import { appendFileSync } from 'node:fs'

/** A reporter of `node --test`: appends every journey to the file that TEST_TIMES names, if any. */
export default async function* testTimes(events) {
  for await (const { type, data } of events) {
    if (!process.env.TEST_TIMES || data?.nesting !== 0 || !['test:pass', 'test:fail'].includes(type)) continue
    const seconds = (data.details.duration_ms / 1000).toFixed(1)
    appendFileSync(
      process.env.TEST_TIMES,
      `${seconds}\tweb/e2e\t${data.name}\t${type === 'test:fail' ? 'failed' : ''}\n`,
    )
  }
}
