import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { Overload } from '../../../gateway/limits/overload.ts'
import { busy } from '../../../gateway/limits/refusals.ts'
import { setUpGateway } from '../../support/gatewaySetup.ts'
import { seededRandom } from '../../support/random.ts'
import { connect, listen } from '../../support/socketClient.ts'
import { anna, bram } from '../../support/tokens.ts'
import { type LoopScenario, SimulatedLoop, capacity } from './simulatedLoop.ts'
import { transports } from './transports.ts'

const second = 1_000
const defaultLag = 30
/** A long timeout in ms, because the tests share the lagging event loop with the gateway. */
const longTimeout = { timeout: 100_000 }

/** Simulates a load. Counts only operations that arrived after a given time in ms. */
function simulate(scenario: LoopScenario, from = 0) {
  const outcomes = new SimulatedLoop(scenario, defaultLag, seededRandom(1)).run()
  const counted = outcomes.filter(({ arrived }) => arrived >= from)
  const refused = counted.filter(({ isRefused }) => isRefused)
  const answered = counted.length - refused.length
  const times = refused.map(({ took }) => took).toSorted((one, other) => one - other)
  return {
    refused: refused.length,
    p99: times[Math.ceil(times.length * 0.99) - 1] ?? 0,
    /** The share of the loop's capacity that is used. */
    share: (answered * second) / (scenario.milliseconds - from) / capacity,
  }
}

describe('an overloaded loop (simulated)', () => {
  test('uses at least 80 % of its capacity at a load of three times that capacity, and rejects the rest within 50 ms', () => {
    const scenario = { milliseconds: 20 * second, rate: () => 3 * capacity }
    const { share, p99 } = simulate(scenario)
    expect(share).toBeGreaterThan(0.8)
    expect(p99).toBeLessThan(50)
  })

  test.each([1.1, 1.5, 2, 5])('at a load of %s times its capacity, stays busy and rejects within 60 ms', (excess) => {
    const { share, p99 } = simulate({ milliseconds: 10 * second, rate: () => excess * capacity }, 2 * second)
    expect(share).toBeGreaterThan(excess > 3 ? 0.7 : 0.8)
    expect(p99).toBeLessThan(60)
  })

  test('at a load of ten times its capacity, rejects within 50 ms once the first second has passed', () => {
    const { p99 } = simulate({ milliseconds: 5 * second, rate: () => 10 * capacity }, second)
    expect(p99).toBeLessThan(50)
  })

  test('adapts within a second when operations become more expensive', () => {
    const becomesCostly = (now: number) => (now < 2 * second ? 1 : 4)
    const scenario = { milliseconds: 8 * second, rate: () => 0.5 * capacity, weight: becomesCostly }
    const { share, refused } = simulate(scenario, 3 * second)
    expect(refused).toBeGreaterThan(0)
    expect(share * 4).toBeGreaterThan(0.8)
  })

  test('rejects nothing from one second after the peak', () => {
    const rush = (now: number) => (now < 3 * second ? 3 : 0.7) * capacity
    expect(simulate({ milliseconds: 6 * second, rate: rush }, 4 * second).refused).toBe(0)
  })
})

const oneOfTen = (random: () => number) => `caller ${Math.floor(random() * 10)}`

/**
 * A load from two kinds of callers: twenty light callers together request a fifth of the capacity, and the heavy
 * callers request the rest of the load.
 */
function mixed(excess: number, heavyCallers: number): LoopScenario {
  const lightPart = 0.2 / excess
  const caller = (random: () => number) => {
    const [kind, count] = random() < lightPart ? ['light', 20] : ['heavy', heavyCallers]
    return `${kind} ${Math.floor(random() * count)}`
  }
  return { milliseconds: 20 * second, rate: () => excess * capacity, caller }
}

describe('an overloaded loop with heavy and light callers (simulated)', () => {
  test.each([
    [3, 1],
    [5, 1],
    [3, 10],
    [5, 10],
  ])(
    'at a load of %s times its capacity with %s heavy callers, rejects at most one in 50 operations of light callers',
    (excess, heavy) => {
      const scenario = mixed(excess, heavy)
      const outcomes = new SimulatedLoop(scenario, defaultLag, seededRandom(1)).run()
      const light = outcomes.filter(({ caller }) => caller.startsWith('light'))
      const lost = light.filter(({ isRefused }) => isRefused)
      expect(light.length).toBeGreaterThan(1_000)
      expect(lost.length / light.length).toBeLessThan(0.02)
      const times = light.map(({ took }) => took).toSorted((one, other) => one - other)
      expect(times[Math.ceil(times.length * 0.99) - 1]).toBeLessThan(150)
      expect(simulate(scenario).share).toBeGreaterThan(excess > 3 ? 0.7 : 0.8)
    },
  )

  test('rejects callers equally often if they send operations equally often', () => {
    const scenario = { milliseconds: 20 * second, rate: () => 3 * capacity, caller: oneOfTen }
    const outcomes = new SimulatedLoop(scenario, defaultLag, seededRandom(1)).run()
    const refused = Map.groupBy(
      outcomes.filter(({ isRefused }) => isRefused),
      (outcome) => outcome.caller,
    )
    const counts = [...refused.values()].map(({ length }) => length)
    expect(counts).toHaveLength(10)
    expect(Math.max(...counts) / Math.min(...counts)).toBeLessThan(1.15)
  })
})

/**
 * Begins an overload: one caller uses up the credit, and then the loop is late. While it is late, passing time adds no
 * credit.
 */
function beginOverload() {
  let now = 0
  const overload = new Overload(defaultLag, { now: () => now, busy: () => now })
  for (let operation = 0; operation < 60; operation += 1) overload.refuse('heavy')
  now = 60
  return overload
}

describe('when overload begins (on a stopped clock)', () => {
  test('the heavy caller is rejected, and light callers are admitted', () => {
    const overload = beginOverload()
    expect(overload.refuse('heavy')).not.toBeNull()
    for (let caller = 0; caller < 8; caller += 1) {
      expect(overload.refuse(`light ${caller}`)).toBeNull()
      expect(overload.refuse('heavy')).not.toBeNull()
    }
    expect(overload.refuse('light 0')).toBeNull()
  })

  test('light callers that together request too much are rejected too', () => {
    const overload = beginOverload()
    const refusals = Array.from({ length: 100 }, (_, caller) => overload.refuse(`light ${caller}`))
    const admitted = refusals.filter((refusal) => refusal === null).length
    expect(admitted).toBeGreaterThan(8)
    expect(admitted).toBeLessThan(20)
  })
})

describe('a loop below its capacity (simulated)', () => {
  test.each([0.3, 0.6, 0.9])('rejects nothing at a load of %s times its capacity', (part) => {
    expect(simulate({ milliseconds: 20 * second, rate: () => part * capacity }).refused).toBe(0)
  })

  test('rejects nothing when 60 operations arrive at once', () => {
    const burst = (now: number) => (now > second && now < 1.1 * second ? 600 : 20)
    expect(simulate({ milliseconds: 3 * second, rate: burst }).refused).toBe(0)
  })

  test('rejects nothing when it is blocked briefly', () => {
    const scenario = { milliseconds: 3 * second, rate: () => 0.5 * capacity, pause: { at: second, length: 150 } }
    expect(simulate(scenario).refused).toBe(0)
  })
})

describe('a gateway with a lagging loop', () => {
  const gateway = setUpGateway({ OVERLOAD_LAG: '15' })
  let busy: NodeJS.Immediate | undefined

  afterEach(async () => {
    relax()
    await expect.poll(async () => (await post()).status, longTimeout).toBe(200)
  }, 120_000)

  /** Makes each turn of the loop take 40 ms. */
  function keepBusy(): void {
    busy = setImmediate(() => {
      const until = performance.now() + 40
      while (performance.now() < until);
      keepBusy()
    })
  }

  function relax(): void {
    clearImmediate(busy)
  }

  const post = () =>
    fetch(`${gateway.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${gateway.token}` },
      body: JSON.stringify({ query: '{ __typename }' }),
    })

  /** Sends more simultaneous operations than the credit covers. */
  const rush = () => Promise.all(Array.from({ length: 120 }, () => post()))

  async function overload(): Promise<Response[]> {
    keepBusy()
    const responses: Response[] = []
    await expect
      .poll(async () => {
        responses.push(...(await rush()))
        return responses.map(({ status }) => status)
      }, longTimeout)
      .toContain(503)
    return responses
  }

  test('rejects with 503, Retry-After and OVERLOADED', { timeout: 120_000 }, async () => {
    const refused = (await overload()).filter(({ status }) => status === 503)
    for (const response of refused) {
      const retryAfter = Number(response.headers.get('retry-after'))
      expect([1, 2]).toContain(retryAfter)
      expect(await response.json()).toEqual({
        errors: [
          {
            message: 'The service is busy. Try again later.',
            extensions: { code: 'OVERLOADED', retryAfter, correlationId: response.headers.get('x-correlation-id') },
          },
        ],
      })
    }
  })
})

describe('an overloaded gateway', () => {
  let isOverloaded = false
  // The detection is tested above. Here it is simulated, because a lagging loop would also delay the tests.
  const overload = { refuse: () => (isOverloaded ? busy('The service is busy. Try again later.') : null) }
  const gateway = setUpGateway({}, { overload })

  beforeEach(() => {
    isOverloaded = false
  })

  const query = '{ viewer { email } }'
  const subscription = 'subscription { libraryEvents { addedPhotoIds } }'

  test('stays live, and continues its subscriptions', async () => {
    const client = connect(gateway.url, gateway.token)
    const received = listen(client, { query: subscription })
    await expect.poll(() => received.events.length).toBe(1)
    isOverloaded = true
    expect((await fetch(`${gateway.url}/livez`)).status).toBe(200)
    gateway.upstreams.events.append(anna, [
      { type: 'photo.added', data: { imageId: '018f3c1a-1111-7000-8000-000000000001', year: 2024, month: 5 } },
    ])
    await expect.poll(() => received.events.length).toBe(2)
    await client.dispose()
  })

  const byHttp = transports.filter(({ name }) => name !== 'WebSocket')

  test.each(byHttp)('rejects operations over $name, and admits them again later', async (transport) => {
    isOverloaded = true
    const { errors } = await transport.send(gateway.url, { query, token: gateway.token })
    expect(errors[0]?.extensions?.['code']).toBe('OVERLOADED')
    isOverloaded = false
    expect((await transport.send(gateway.url, { query, token: gateway.token })).errors).toEqual([])
  })

  test('rejects operations over an open socket, and admits them again later', async () => {
    const client = connect(gateway.url, gateway.token)
    // A subscription keeps the socket open.
    const held = listen(client, { query: subscription })
    await expect.poll(() => held.events.length).toBe(1)
    const send = async () => {
      const received = listen(client, { query })
      await received.over
      return received.errors
    }
    expect(await send()).toEqual([])
    isOverloaded = true
    expect((await send())[0]?.extensions?.['code']).toBe('OVERLOADED')
    isOverloaded = false
    expect(await send()).toEqual([])
    await client.dispose()
  })
})

describe('an overloaded gateway that rejects one caller', () => {
  const refused = new Set<string>()
  const overload = { refuse: (caller: string) => (refused.has(caller) ? busy('The service is busy.') : null) }
  const gateway = setUpGateway({}, { overload })
  const query = '{ viewer { email } }'

  beforeEach(() => refused.clear())

  test.each(transports)(
    'over $name, rejects that caller’s account, but no other account at the same address',
    async (transport) => {
      const tokenOfBram = await gateway.upstreams.tokens.issue(bram)
      const codes = async (token: string) => {
        const { errors } = await transport.send(gateway.url, { query, token })
        return errors.map(({ extensions }) => extensions?.['code'])
      }
      expect([await codes(gateway.token), await codes(tokenOfBram)]).toEqual([[], []])
      refused.add(anna)
      expect([await codes(gateway.token), await codes(tokenOfBram)]).toEqual([['OVERLOADED'], []])
    },
  )

  test('if that caller is an address, rejects its requests until their token has been verified', async () => {
    refused.add('127.0.0.1')
    const headers = {
      'content-type': 'application/json',
      authorization: `Bearer ${await gateway.upstreams.tokens.issue(anna, { claims: { jti: 'new' } })}`,
    }
    const send = () => fetch(`${gateway.url}/graphql`, { method: 'POST', headers, body: JSON.stringify({ query }) })
    expect((await send()).status).toBe(503)
    refused.clear()
    expect((await send()).status).toBe(200)
    refused.add('127.0.0.1')
    expect((await send()).status).toBe(200)
  })
})
