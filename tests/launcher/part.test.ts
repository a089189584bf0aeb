import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startPart } from '../../launcher/part.ts'

/** Starts a part. Its process runs this code, in which `startNumber` is the number of this start, counted from 1. */
function start(code: string) {
  const folder = mkdtempSync(join(tmpdir(), 'keepsake-part-'))
  const starts = join(folder, 'starts')
  const entry = join(folder, 'entry.mjs')
  writeFileSync(starts, '')
  writeFileSync(
    entry,
    `import { appendFileSync, readFileSync } from 'node:fs'
    appendFileSync(${JSON.stringify(starts)}, '.')
    const startNumber = readFileSync(${JSON.stringify(starts)}, 'utf8').length
    console.log('start ' + startNumber)
    ${code}`,
  )
  const part = startPart({ name: 'services', entry, environment: {}, logDir: join(folder, 'logs') })
  onTestFinished(() => part.stop(1_000))
  return { part, startsOf: () => readFileSync(starts, 'utf8').length }
}

const kill = "process.kill(process.pid, 'SIGKILL')"
const becomeReady = "process.send({ type: 'ready' }); setInterval(() => undefined, 1_000)"

test('a part that is killed before it is ready is started again', async () => {
  const { part, startsOf } = start(`if (startNumber < 3) ${kill}\n${becomeReady}`)
  await part.ready
  expect(startsOf()).toBe(3)
})

test('a part that is killed at each start is not started for ever', async () => {
  const { part, startsOf } = start(kill)
  await expect(part.ready).rejects.toThrow('services could not start. start 1\nstart 2\nstart 3\nstart 4')
  expect(startsOf()).toBe(4)
})

test('a part that exits before it is ready is not started again', async () => {
  const { part, startsOf } = start('process.exit(1)')
  await expect(part.ready).rejects.toThrow('services could not start. start 1')
  expect(startsOf()).toBe(1)
})

test('a part that exits after it was ready is started again', async () => {
  const { part, startsOf } = start(
    "process.send({ type: 'ready' }, () => startNumber < 3 && process.exit(1)); setInterval(() => undefined, 1_000)",
  )
  await part.ready
  await expect.poll(startsOf).toBe(3)
})
