import { appendFileSync } from 'node:fs'

/** A reporter of `node --test`: a line a journey, also appended to the file that TEST_TIMES names. */
export default async function* testTimes(events) {
  for await (const { type, data } of events) {
    if (!['test:pass', 'test:fail'].includes(type) || data.details.type === 'suite') continue
    const seconds = (data.details.duration_ms / 1000).toFixed(1)
    const line = `${seconds}\tweb/e2e\t${data.name}\t${type === 'test:fail' ? 'failed' : ''}\n`
    if (process.env.TEST_TIMES) appendFileSync(process.env.TEST_TIMES, line)
    yield line
  }
}
