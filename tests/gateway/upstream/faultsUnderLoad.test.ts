import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { faults } from '../../faults/faults.ts'
import { Client, type Operation, type Outcome, startLoad } from '../../faults/load.ts'
import { createOperations } from '../../faults/operations.ts'
import { seededRandom } from '../../faults/random.ts'
import { type Stack, publicUrl, startStack } from '../../faults/stack.ts'
import { createTokenIssuer } from '../../support/tokens.ts'

/** Operations per second: few enough for a machine that has much else to do. */
const rate = 15
/** Milliseconds. */
const duration = 2_000

let stack: Stack
let client: Client
let operations: Operation[]

beforeAll(async () => {
  const tokens = await createTokenIssuer(`${publicUrl}/identity`)
  // Those to photos are given up soon; what a busy machine sheds, or is late with, is not asked about here.
  const relaxedLimits = { OVERLOAD_LAG: '60000', UPSTREAM_TIMEOUT: '20000', OPERATION_TIMEOUT: '30000' }
  const environment = { ...relaxedLimits, PHOTOS_TIMEOUT: '2000' }
  stack = await startStack('test', tokens.jwks, environment)
  client = new Client(stack.url)
  operations = await createOperations(client, tokens)
})
afterAll(() => Promise.all([client.close(), stack.close()]))

const needsPhotos = ({ operation }: Outcome) => 'photos' in operation.needs
const textOf = ({ operation, status, detail }: Outcome) => `${operation.name}: ${status} ${detail}`
const isWhole = ({ operation, status, delivered, errors }: Outcome) =>
  status === 200 && errors.length === 0 && delivered.length === Object.keys(operation.needs).length

function pick(random: number): Operation {
  const operation = operations[Math.floor(random * operations.length)]
  if (!operation) throw new Error('There are no operations.')
  return operation
}

/** What still goes wrong, when each operation is asked twice. */
async function stillWrong(): Promise<string[]> {
  const asked = operations.slice(0, 20)
  const once = await Promise.all(asked.map((operation) => client.send(operation)))
  const again = await Promise.all(asked.map((operation) => client.send(operation)))
  return [...once, ...again].filter((outcome) => !isWhole(outcome)).map(textOf)
}

describe('under load, with photos', () => {
  test.each(['half-open', 'resets', 'drifted', 'killed'])(
    '%s, all is answered, what fails says why, the rest is whole, and it is over when the fault is',
    async (name) => {
      const fault = faults.find((each) => each.name === name)
      const load = startLoad([client], rate, pick, seededRandom(7))
      await fault?.begin(stack.services.photos)
      await sleep(duration)
      await fault?.end(stack.services.photos)
      const [outcomes = []] = await load.stop()

      expect(outcomes.filter(({ status }) => status !== 200).map(textOf)).toEqual([])
      expect(outcomes.filter(({ errors }) => errors.some(({ isTyped }) => !isTyped)).map(textOf)).toEqual([])
      expect(outcomes.filter((outcome) => !needsPhotos(outcome) && !isWhole(outcome)).map(textOf)).toEqual([])
      const home = outcomes.filter(({ operation }) => operation.name === 'home')
      expect(home.filter(({ delivered }) => !delivered.includes('site')).map(textOf)).toEqual([])
      // Without this the fault would have been none.
      expect(outcomes.filter((outcome) => needsPhotos(outcome) && !isWhole(outcome)).length).toBeGreaterThan(0)

      await expect.poll(stillWrong).toEqual([])
      expect(stack.ended()).toBeNull()
    },
  )
})
