import { setTimeout as sleep } from 'node:timers/promises'
import { readConfig } from '../../gateway/config.ts'
import { createTokenIssuer } from '../support/tokens.ts'
import { type Fault, faults } from './faults.ts'
import { Client, type Operation, startLoad } from './load.ts'
import { type Course, type Measure, measure, measureTogether } from './measures.ts'
import { createOperations } from './operations.ts'
import { seededRandom } from '../support/random.ts'
import type { ServiceName } from './serviceProcess.ts'
import { purchaseServices } from './purchaseAnswers.ts'
import { type Stack, publicUrl, startStack, upstreams } from './stack.ts'

/** The size of a run. */
interface Scale {
  /** Operations per second. */
  readonly rate: number
  /** The length (ms) of each phase. */
  readonly phases: { readonly warm: number; readonly before: number; readonly during: number; readonly after: number }
  /** Settings of the gateway that differ from the defaults. */
  readonly settings: Readonly<Record<string, string>>
}

const full: Scale = {
  rate: 40,
  phases: { warm: 5_000, before: 1_500, during: 7_000, after: 3_000 },
  settings: {},
}
/** A small run shares the machine with other tests, so the gateway must not refuse operations because it is busy. */
const small: Scale = {
  rate: 20,
  phases: { warm: 500, before: 100, during: 500, after: 200 },
  settings: { OVERLOAD_LAG: '60000' },
}
/**
 * The upstreams that get only some faults. The gateway caches the keys of the identity service, so the clients of the
 * gateway must not notice a fault there. The gateway calls all other upstreams with the same code as photos, and photos
 * gets all faults.
 */
const chosenFaults: Readonly<Partial<Record<ServiceName, readonly string[]>>> = {
  identity: ['half-open', 'html', 'killed'],
  ...Object.fromEntries(
    ['customers', 'downloads', ...purchaseServices].map((name) => [name, ['half-open', 'drifted', 'killed']]),
  ),
}

/** One fault of one upstream, and its effect on the gateway's clients. */
export interface Trial {
  readonly upstream: ServiceName
  readonly fault: string
  readonly measures: readonly Measure[]
}

/** Two gateways, each with its own upstreams. The upstreams of one fail; the other shows what is normal. */
interface Twins {
  readonly failing: Stack
  readonly normal: Stack
  readonly clients: readonly [Client, Client]
  readonly operations: readonly Operation[]
  readonly random: () => number
  readonly scale: Scale
}

/**
 * Makes one upstream at a time fail in every way, under load, and measures what the gateway's clients notice.
 * @param filters names of faults and upstreams; by default all
 * @param report receives each trial when it is over
 * @param options.small true for a run that only shows that the faults work: each fault and each upstream once, for
 *   half a second
 */
export async function run(
  filters: readonly string[],
  report: (trial: Trial) => void,
  options: { readonly small: boolean },
): Promise<void> {
  const chosen = options.small ? chooseFew() : choose(filters)
  const twins = await startTwins(options.small ? small : full)
  const { operationTimeout } = defaults()
  const courses: Course[] = []
  try {
    for (const { upstream, fault } of chosen) {
      const course = await runFault(twins, upstream, fault)
      courses.push(course)
      report({ upstream, fault: fault.name, measures: measure(course, operationTimeout) })
      const ended = twins.failing.ended()
      if (ended !== null) throw new Error(`The gateway's process ended during ${upstream} ${fault.name}: ${ended}.`)
    }
    for (const upstream of new Set(chosen.map((each) => each.upstream))) {
      const measures = measureTogether(courses.filter((course) => course.upstream === upstream))
      report({ upstream, fault: 'all of them', measures })
    }
  } finally {
    await Promise.all([...twins.clients, twins.failing, twins.normal].map((each) => each.close()))
  }
}

/** @throws Error if a filter matches no fault and no upstream */
function choose(filters: readonly string[]): { upstream: ServiceName; fault: Fault }[] {
  const known = new Set<string>([...upstreams, ...faults.map(({ name }) => name)])
  const unknown = filters.filter((filter) => !known.has(filter))
  if (unknown.length > 0) throw new Error(`Unknown: ${unknown.join(', ')}. Use: ${[...known].join(', ')}.`)
  const chosenUpstreams = upstreams.filter((name) => filters.includes(name))
  const wanted = faults.filter(({ name }) => filters.includes(name))
  return (chosenUpstreams.length > 0 ? chosenUpstreams : upstreams).flatMap((upstream) =>
    (wanted.length > 0 ? wanted : faults)
      .filter(({ name }) => chosenFaults[upstream]?.includes(name) ?? true)
      .map((fault) => ({ upstream, fault })),
  )
}

/** Distributes all faults over photos and site, and gives one to each other upstream. */
function chooseFew(): { upstream: ServiceName; fault: Fault }[] {
  const dealt = faults.map((fault, index) => ({ upstream: upstreams[index % 2] ?? 'photos', fault }))
  const others = choose(['half-open']).filter(({ upstream }) => chosenFaults[upstream] !== undefined)
  return [...dealt, ...others]
}

async function startTwins(scale: Scale): Promise<Twins> {
  const tokens = await createTokenIssuer(`${publicUrl}/identity`)
  const [failing, normal] = await Promise.all([
    startStack('failing', tokens.jwks, scale.settings),
    startStack('normal', tokens.jwks, scale.settings),
  ])
  const clients = [new Client(failing.url), new Client(normal.url)] as const
  // Both gateways are asked, so that both have cached every token.
  const [operations] = await Promise.all([createOperations(clients[0], tokens), createOperations(clients[1], tokens)])
  await expectValid(clients[1], operations)
  const twins = { failing, normal, clients, operations, random: seededRandom(3), scale }
  const load = startTwinLoad(twins)
  await sleep(scale.phases.warm)
  const outcomes = (await load.stop()).flat()
  const [bad] = outcomes.filter(({ status, errors }) => status !== 200 || errors.length > 0)
  const good = outcomes.filter(({ status, errors }) => status === 200 && errors.length === 0).length
  if (good < outcomes.length / 2)
    throw new Error(`Most operations fail without any fault: ${bad?.status} ${bad?.detail}`)
  return twins
}

/**
 * Sends one operation of each name.
 * @throws Error if the healthy gateway does not answer an operation completely, because its query is out of date
 */
async function expectValid(client: Client, operations: readonly Operation[]): Promise<void> {
  const different = new Map(operations.map((operation) => [operation.name, operation]))
  for (const operation of different.values()) {
    const { status, errors, delivered, detail } = await client.send(operation)
    const isWhole = status === 200 && errors.length === 0 && delivered.length === Object.keys(operation.needs).length
    if (!isWhole) throw new Error(`The operation ${operation.name} fails without any fault: ${status} ${detail}`)
  }
}

function startTwinLoad({ clients, operations, random, scale }: Twins) {
  const pick = (number: number) => {
    const operation = operations[Math.floor(number * operations.length)]
    if (!operation) throw new Error('There are no operations.')
    return operation
  }
  return startLoad(clients, scale.rate, pick, random)
}

async function runFault(twins: Twins, upstream: ServiceName, fault: Fault): Promise<Course> {
  const { phases } = twins.scale
  const service = twins.failing.services[upstream]
  const counts = () => [service.link.requests, twins.normal.services[upstream].link.requests] as const
  const load = startTwinLoad(twins)
  await sleep(phases.before)
  const before = counts()
  const begin = performance.now()
  await fault.begin(service)
  await sleep(phases.during)
  const during = counts()
  await fault.end(service)
  const end = performance.now()
  await sleep(phases.after)
  const [outcomes = [], normal = []] = await load.stop()
  return {
    upstream,
    fault: fault.name,
    begin,
    end,
    outcomes,
    normal,
    calls: during[0] - before[0],
    normalCalls: during[1] - before[1],
  }
}

/** The default settings of the gateway. */
function defaults() {
  return readConfig({ SERVICES_URL: 'http://127.0.0.1' })
}
