import { setTimeout as sleep } from 'node:timers/promises'
import { readConfig } from '../../gateway/config.ts'
import { createTokenIssuer } from '../support/tokens.ts'
import { type Fault, faults } from './faults.ts'
import { Client, type Operation, startLoad } from './load.ts'
import { type Course, type Measure, measure, measureTogether } from './measures.ts'
import { createOperations } from './operations.ts'
import { seededRandom } from './random.ts'
import type { ServiceName } from './serviceProcess.ts'
import { type Stack, publicUrl, startStack } from './stack.ts'

/** Operations per second. */
const rate = 30
/** Milliseconds. */
const phases = { warm: 5_000, before: 1_500, during: 7_000, after: 3_000 }
/**
 * What is tried of some upstreams. The gateway keeps the keys of the identity service: what must be seen is that nobody
 * notices. The others are called by the same client as photos, with which everything is tried.
 */
const chosenFaults: Readonly<Partial<Record<ServiceName, readonly string[]>>> = {
  identity: ['half-open', 'html', 'killed'],
  customers: ['half-open', 'drifted', 'killed'],
  downloads: ['half-open', 'drifted', 'killed'],
}

/** One fault of one upstream, and how the gateway bore it. */
export interface Trial {
  readonly upstream: ServiceName
  readonly fault: string
  readonly measures: readonly Measure[]
}

/** Two gateways with upstreams of their own: those of one fail, the other says what is normal. */
interface Twins {
  readonly failing: Stack
  readonly normal: Stack
  readonly clients: readonly [Client, Client]
  readonly operations: readonly Operation[]
  readonly random: () => number
}

/**
 * Makes one upstream at a time fail in every way, under load, and measures what the gateway's clients notice.
 * @param filters names of faults and upstreams; by default all
 * @param report is told of each trial when it is over
 */
export async function run(filters: readonly string[], report: (trial: Trial) => void): Promise<void> {
  const chosen = choose(filters)
  const twins = await startTwins()
  const { operationTimeout } = defaults()
  const courses: Course[] = []
  try {
    for (const { upstream, fault } of chosen) {
      const course = await endure(twins, upstream, fault)
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

/** @throws Error with a sentence when a filter names nothing */
function choose(filters: readonly string[]): { upstream: ServiceName; fault: Fault }[] {
  const upstreams: ServiceName[] = ['photos', 'site', 'identity', 'customers', 'downloads']
  const known = new Set<string>([...upstreams, ...faults.map(({ name }) => name)])
  const unknown = filters.filter((filter) => !known.has(filter))
  if (unknown.length > 0) throw new Error(`There is no ${unknown.join(', ')}. There are: ${[...known].join(', ')}.`)
  const chosenUpstreams = upstreams.filter((name) => filters.includes(name))
  const wanted = faults.filter(({ name }) => filters.includes(name))
  return (chosenUpstreams.length > 0 ? chosenUpstreams : upstreams).flatMap((upstream) =>
    (wanted.length > 0 ? wanted : faults)
      .filter(({ name }) => chosenFaults[upstream]?.includes(name) ?? true)
      .map((fault) => ({ upstream, fault })),
  )
}

async function startTwins(): Promise<Twins> {
  const tokens = await createTokenIssuer(`${publicUrl}/identity`)
  const [failing, normal] = await Promise.all([startStack('failing', tokens.jwks), startStack('normal', tokens.jwks)])
  const clients = [new Client(failing.url), new Client(normal.url)] as const
  // By both, so that both have seen every token.
  const [operations] = await Promise.all([createOperations(clients[0], tokens), createOperations(clients[1], tokens)])
  const twins = { failing, normal, clients, operations, random: seededRandom(3) }
  const load = startTwinLoad(twins)
  await sleep(phases.warm)
  const outcomes = (await load.stop()).flat()
  const [bad] = outcomes.filter(({ status, errors }) => status !== 200 || errors.length > 0)
  const good = outcomes.filter(({ status, errors }) => status === 200 && errors.length === 0).length
  if (good < outcomes.length / 2) throw new Error(`Without any fault most fails: ${bad?.status} ${bad?.detail}`)
  return twins
}

function startTwinLoad({ clients, operations, random }: Twins) {
  const pick = (number: number) => {
    const operation = operations[Math.floor(number * operations.length)]
    if (!operation) throw new Error('There are no operations.')
    return operation
  }
  return startLoad(clients, rate, pick, random)
}

async function endure(twins: Twins, upstream: ServiceName, fault: Fault): Promise<Course> {
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

/** The settings that the gateway has unless it is told others. */
function defaults() {
  return readConfig({ SERVICES_URL: 'http://127.0.0.1' })
}
