import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { prepareAttacker } from './flood/attacker.ts'
import { Customer } from './flood/customer.ts'
import { type Flood, floods } from './flood/floods.ts'
import { type FloodRound, measureFlood } from './flood/measures.ts'
import { type Product, startProduct } from './flood/product.ts'
import type { FloodOrder, FloodReport } from './flood/sender.ts'
import type { Measure } from './measures.ts'

/** The size of a run. */
interface Scale {
  /** The length (ms) of each phase. There is a quiet phase before and after each flood. */
  readonly quiet: number
  readonly flood: number
  /** Time (ms) before each quiet phase, in which work that earlier requests left behind can end. */
  readonly settle: number
  readonly rounds: number
}

const full: Scale = { quiet: 15_000, flood: 30_000, settle: 3_000, rounds: 1 }
const small: Scale = { quiet: 400, flood: 2_000, settle: 200, rounds: 1 }
/** Requests per second. */
const rate = 200
/** The trial in which a server outside of the product is flooded: it shows what the sender itself costs. */
const control = 'control'

/** One kind of flood, and its effect on another customer. */
export interface Trial {
  readonly upstream: string
  readonly fault: string
  readonly measures: readonly Measure[]
}

/**
 * Floods the product with 200 requests a second from one account or one address group, in one way after another, and
 * measures what another customer at another IP address notices.
 * @param filters names of floods, and a number of rounds of each; by default all of them, one round each
 * @param report receives each trial when it is over
 * @param options.small true for a run of seconds, which only shows that the floods work
 * @param options.settings settings of the product that differ from the defaults
 * @throws Error if a filter is unknown
 */
export async function run(
  filters: readonly string[],
  report: (trial: Trial) => void,
  options: { readonly small: boolean; readonly settings?: Readonly<Record<string, string>> },
): Promise<void> {
  const names = filters.filter((filter) => !/^\d+$/.test(filter))
  const known = [control, ...floods.map(({ name }) => name)]
  const unknown = names.filter((name) => !known.includes(name))
  if (unknown.length > 0) throw new Error(`Unknown: ${unknown.join(', ')}. Use: ${known.join(', ')}.`)
  const scale = options.small ? small : { ...full, rounds: Number(filters.find((filter) => /^\d+$/.test(filter)) ?? 1) }
  const product = await startProduct(options.settings ?? {})
  const plain = fork(new URL('flood/plainServer.ts', import.meta.url))
  const [plainUrl] = (await once(plain, 'message')) as [string]
  let customer: Customer | undefined
  const trials = known.filter((name) => names.length === 0 || names.includes(name))
  let attackers = 0
  try {
    customer = await Customer.create(product, '203.0.113.1')
    await customer.act(scale.quiet)
    for (const name of trials) {
      const flood = floods.find((each) => each.name === name)
      const rounds: FloodRound[] = []
      for (let round = 0; round < scale.rounds; round += 1) {
        attackers += 1
        rounds.push(
          flood
            ? await runRound({ product, customer, scale }, flood, { number: attackers, url: product.url })
            : await runRound({ product, customer, scale }, controlFlood, { number: attackers, url: plainUrl }),
        )
      }
      report({ upstream: 'flood', fault: name, measures: measureFlood(rounds, flood ?? null) })
    }
  } finally {
    plain.kill()
    await customer?.close()
    await product.close()
  }
}

/** The control sends the same requests as the flood `cheap-queries`. */
const controlFlood = floods.find(({ name }) => name === 'cheap-queries') ?? floods[0]

async function runRound(
  { product, customer, scale }: { readonly product: Product; readonly customer: Customer; readonly scale: Scale },
  flood: Flood | undefined,
  attack: { readonly number: number; readonly url: string },
): Promise<FloodRound> {
  if (!flood) throw new Error('There are no floods.')
  const facts = await prepareAttacker(product, flood, attack.number)
  const sender = fork(new URL('flood/sender.ts', import.meta.url))
  await once(sender, 'message')
  await customer.act(scale.settle)
  const phase = async (milliseconds: number) => {
    const before = product.processorTimes()
    const actions = await customer.act(milliseconds)
    const after = product.processorTimes()
    const share = (part: keyof typeof after) => (after[part] - before[part]) / milliseconds
    return { actions, load: { services: share('services'), gateway: share('gateway'), edge: share('edge') } }
  }
  const before = await phase(scale.quiet)
  const order = { url: attack.url, flood: flood.name, facts, rate, milliseconds: scale.flood }
  const [during, sent] = await Promise.all([phase(scale.flood), sendFlood(sender, order)])
  await customer.act(scale.settle)
  const after = await phase(scale.quiet)
  return { quiet: [before, after], during, sent, milliseconds: scale.flood }
}

/** @throws Error if the sender ends without a report */
async function sendFlood(sender: ChildProcess, order: FloodOrder): Promise<FloodReport> {
  const report = new Promise<FloodReport>((resolve, reject) => {
    sender.once('message', (message: FloodReport) => resolve(message))
    sender.once('exit', (code) => reject(new Error(`The sender ended with the code ${code}.`)))
  })
  sender.send(order)
  return report.finally(() => sender.kill())
}
