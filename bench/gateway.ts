import { setTimeout as pause } from 'node:timers/promises'
import { clientSubscription } from './gateway/clientDocuments.ts'
import { compareQueries, profile, profileQueries, show } from './gateway/comparison.ts'
import { type Servers, withServers } from './gateway/measuredServers.ts'
import { measuredQueries } from './gateway/queries.ts'
import { type Scale, scaleOf } from './gateway/scale.ts'
import type { MeasuredServer } from './gateway/servers.ts'
import { EventsBench, measureSubscriptionMemory } from './gateway/subscriptions.ts'
import type { BenchOptions, Result } from './result.ts'

const memoryAim = 300

/**
 * Compares the gateway, in its production settings, to a hand-written aggregator that makes the same calls and returns
 * the same bytes. Compares it to other gateways too, if they are installed.
 */
export function run(options: BenchOptions): Promise<Result[]> {
  return withServers(options, measuredQueries, async (servers) => [
    ...(await measureQueries(servers, options)),
    ...(await measureSubscriptions(servers, options)),
  ])
}

async function measureQueries(servers: Servers, options: BenchOptions): Promise<Result[]> {
  const gateway = await servers.startGateway('gateway')
  const { results, toProfile } = await compareQueries(measuredQueries, gateway, servers, options)
  const memory = await Promise.all(
    [gateway, ...servers.peers].map((server) => memoryAfterLoad(server, server === gateway, scaleOf(options))),
  )
  show(memory)
  await profileQueries(toProfile, gateway, servers, options)
  await gateway.stop()
  return [...results, ...memory]
}

/**
 * Measures a server's memory after the load. Garbage is not collected first, because the machine must have memory for
 * garbage too. The figures of the peers are lower limits, because the peers answered fewer queries.
 */
async function memoryAfterLoad(server: MeasuredServer, isOurs: boolean, scale: Scale): Promise<Result> {
  await pause(scale.restMilliseconds)
  const megabytes = Math.round((await server.usage()).memory / 1e6)
  const met = !isOurs || megabytes <= memoryAim
  const metric = `memory after load, ${server.name}`
  return { metric, value: megabytes, unit: 'MB', aim: isOurs ? `≤ ${memoryAim}` : '', met }
}

/**
 * Measures idle and busy subscriptions. Starts a new gateway for each measurement, because the heap that the first one
 * leaves would distort the second one.
 */
async function measureSubscriptions(servers: Servers, options: BenchOptions): Promise<readonly Result[]> {
  const { customers, upstreams } = servers
  const scale = scaleOf(options)
  const subscription = clientSubscription('libraryEvents')
  const idle = await servers.startGateway('gateway of idle subscriptions')
  const memory = await measureSubscriptionMemory(idle, subscription, customers, scale)
  await idle.stop()
  const busy = await servers.startGateway('gateway of busy subscriptions')
  const events = new EventsBench(busy, upstreams, subscription, scale)
  await events.join(customers)
  const costs = await events.measure()
  if (options.profile || costs.some(({ met }) => !met)) await profile(busy, 'events', options, () => events.deliver())
  return show([memory, ...costs])
}
