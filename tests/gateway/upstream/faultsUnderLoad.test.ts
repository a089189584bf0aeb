import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { faults } from '../../faults/faults.ts'
import { Client, type Operation, type Outcome, startLoad } from '../../faults/load.ts'
import { createOperations } from '../../faults/operations.ts'
import { seededRandom } from '../../support/random.ts'
import { type Stack, publicUrl, startStack } from '../../faults/stack.ts'
import { createTokenIssuer } from '../../support/tokens.ts'

/** Operations per second, few enough for a busy machine. */
const rate = 15
/** The duration of the load in ms. */
const duration = 2_000

let stack: Stack
let client: Client
let operations: Operation[]

beforeAll(async () => {
  const tokens = await createTokenIssuer(`${publicUrl}/identity`)
  // Calls to photos time out soon. Other limits are relaxed, because effects of a busy machine are not tested here.
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

/** Sends the first 20 operations twice. Returns the failures of both rounds. */
async function remainingFailures(): Promise<string[]> {
  const asked = operations.slice(0, 20)
  const once = await Promise.all(asked.map((operation) => client.send(operation)))
  const again = await Promise.all(asked.map((operation) => client.send(operation)))
  return [...once, ...again].filter((outcome) => !isWhole(outcome)).map(textOf)
}

describe('under load, while the photos service fails', () => {
  test.each(['half-open', 'resets', 'drifted', 'killed'])(
    '(%s) every operation gets a response, failures have codes, other data is complete, and the gateway recovers',
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
      // Proves that the fault had an effect.
      expect(outcomes.filter((outcome) => needsPhotos(outcome) && !isWhole(outcome)).length).toBeGreaterThan(0)

      await expect.poll(remainingFailures).toEqual([])
      expect(stack.ended()).toBeNull()
    },
  )
})
