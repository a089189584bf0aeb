import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { Pool } from 'undici'
import type { AttackerFacts } from './attacker.ts'
import { floods } from './floods.ts'

/** What the sender must do. */
export interface FloodOrder {
  readonly url: string
  readonly flood: string
  readonly facts: AttackerFacts
  /** Requests per second. */
  readonly rate: number
  readonly milliseconds: number
}

/** The sender's report. */
export interface FloodReport {
  /** The number of answers per status. 0 counts lost connections. */
  readonly statuses: Readonly<Record<string, number>>
  /** Requests that were not sent, because the connections were busy and the queue was full. */
  readonly unsent: number
  /** The sender's own processor time (ms). */
  readonly processorTime: number
}

/** So many that requests whose answers are delayed do not slow down the flood. */
const connections = 400
const maximumQueue = 500
/** How long (ms) to wait for the last answers. */
const answerMilliseconds = 60_000

/**
 * The process that floods. It sends `ready`, receives a `FloodOrder`, sends requests at a steady rate without waiting
 * for answers, and sends its report. Its parent ends it.
 */
process.send?.('ready')
const [order] = (await once(process, 'message')) as [FloodOrder]
process.send?.(await send(order))

async function send({ url, flood: name, facts, rate, milliseconds }: FloodOrder): Promise<FloodReport> {
  const flood = floods.find((each) => each.name === name)
  if (!flood) throw new Error(`There is no flood ${name}.`)
  const pool = new Pool(url, { connections, headersTimeout: 60_000, bodyTimeout: 60_000 })
  const statuses: Record<string, number> = {}
  const inFlight = new Set<Promise<void>>()
  let unsent = 0
  const sendOne = async (number: number) => {
    const status = await statusOf(pool, flood.request(facts, number))
    statuses[status] = (statuses[status] ?? 0) + 1
  }
  const before = process.cpuUsage()
  const begin = performance.now()
  for (let number = 0; (number / rate) * 1_000 < milliseconds; number += 1) {
    const wait = begin + (number / rate) * 1_000 - performance.now()
    if (wait > 0) await sleep(wait)
    if (inFlight.size >= connections + maximumQueue) {
      unsent += 1
      continue
    }
    const sent = sendOne(number)
    inFlight.add(sent)
    void sent.then(() => inFlight.delete(sent))
  }
  const { user, system } = process.cpuUsage(before)
  await Promise.race([Promise.all(inFlight), sleep(answerMilliseconds)])
  await pool.destroy()
  return { statuses, unsent, processorTime: (user + system) / 1_000 }
}

async function statusOf(pool: Pool, request: Parameters<Pool['request']>[0]): Promise<number> {
  try {
    const { statusCode, body } = await pool.request(request)
    await body.dump({ limit: 1_000_000 })
    return statusCode
  } catch {
    return 0
  }
}
