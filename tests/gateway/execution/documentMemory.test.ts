import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { Pool } from 'undici'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bareEnvironment } from '../../support/bareEnvironment.ts'
import { relaxedLimits } from '../../support/gateway.ts'
import { anna } from '../../support/tokens.ts'
import { type Upstreams, startUpstreams } from '../../support/upstream.ts'

const megabyte = 1024 * 1024

let upstreams: Upstreams
let child: ChildProcess
let pool: Pool
let token: string

beforeAll(async () => {
  upstreams = await startUpstreams()
  token = await upstreams.tokens.issue(anna)
  child = fork(new URL('memoryChild.ts', import.meta.url), {
    execArgv: ['--expose-gc'],
    env: {
      ...bareEnvironment,
      PUBLIC_URL: 'http://keepsake.test',
      SERVICES_URL: upstreams.url,
      LOG_LEVEL: 'silent',
      ...relaxedLimits,
    },
  })
  const [{ url }] = (await once(child, 'message')) as [{ url: string }]
  pool = new Pool(url, { connections: 4 })
})
afterAll(async () => {
  await pool.close()
  child.disconnect()
  await upstreams.app.close()
})

/** A unique document with the length of a page's query. It needs no upstream. */
function documentOf(number: number): string {
  const fields = Array.from({ length: 20 }, (_, index) => `field${number}x${index}: email isBusiness`)
  return `query Page${number} { viewer { ${fields.join(' ')} ...Rest${number} } }
    fragment Rest${number} on Viewer { library { id } }`
}

async function ask(query: string): Promise<void> {
  const { statusCode, body } = await pool.request({
    method: 'POST',
    path: '/graphql',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ query }),
  })
  const answer: { data?: { viewer: object }; errors?: unknown } = JSON.parse(await body.text())
  expect([statusCode, answer.errors, Object.keys(answer.data?.viewer ?? {}).length]).toEqual([200, undefined, 22])
}

async function askAll(numberOf: (turn: number) => number): Promise<void> {
  let turn = 0
  const work = async () => {
    while (turn < 3_000) {
      turn += 1
      await ask(documentOf(numberOf(turn)))
    }
  }
  await Promise.all([work(), work(), work(), work()])
}

async function heldMemory(): Promise<number> {
  const answer = once(child, 'message')
  child.send('measure')
  const [{ rss }] = (await answer) as [{ rss: number }]
  return rss / megabyte
}

test('3,000 new documents add at most 60 MB, and no more when they are repeated', async () => {
  // First the same number of requests with one known document, as the baseline.
  await askAll(() => 0)
  const before = await heldMemory()
  await askAll((number) => number)
  expect((await heldMemory()) - before).toBeLessThan(60)
  await askAll((number) => number)
  expect((await heldMemory()) - before).toBeLessThan(60)
}, 600_000)
