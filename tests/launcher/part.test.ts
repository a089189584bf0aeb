import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startPart } from '../../launcher/part.ts'

/** Starts a part whose process runs this code at its start with this number, counted from 1. */
function start(code: (startNumber: string) => string) {
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
    ${code('startNumber')}`,
  )
  const part = startPart({ name: 'services', entry, environment: {}, logDir: join(folder, 'logs') })
  onTestFinished(() => part.stop(1_000))
  return { part, startsOf: () => readFileSync(starts, 'utf8').length }
}

const kill = "process.kill(process.pid, 'SIGKILL')"
const becomeReady = "process.send({ type: 'ready' }); setInterval(() => undefined, 1_000)"

test('a part that is killed before it is ready is started again', async () => {
  const { part, startsOf } = start((number) => `if (${number} < 3) ${kill}\n${becomeReady}`)
  await part.ready
  expect(startsOf()).toBe(3)
})

test('a part that is killed at each start is not started for ever', async () => {
  const { part, startsOf } = start(() => kill)
  await expect(part.ready).rejects.toThrow('services could not start. start 1\nstart 2\nstart 3\nstart 4')
  expect(startsOf()).toBe(4)
})

test('a part that exits before it is ready is not started again', async () => {
  const { part, startsOf } = start(() => 'process.exit(1)')
  await expect(part.ready).rejects.toThrow('services could not start. start 1')
  expect(startsOf()).toBe(1)
})

test('a part that exits after it was ready is started again', async () => {
  const { part, startsOf } = start(
    (number) =>
      `process.send({ type: 'ready' }, () => ${number} < 3 && process.exit(1))\nsetInterval(() => undefined, 1_000)`,
  )
  await part.ready
  await expect.poll(startsOf, { timeout: 10_000 }).toBe(3)
})
