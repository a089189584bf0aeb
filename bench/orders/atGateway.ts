import { z } from 'zod'
import { compareQueries, profileQueries, show } from '../gateway/comparison.ts'
import { type Servers, withServers } from '../gateway/measuredServers.ts'
import { orderQueries, ordersPerPage, ordersQuery } from '../gateway/orderQueries.ts'
import type { MeasuredQuery } from '../gateway/queries.ts'
import { checkAnswers } from '../gateway/sameAnswers.ts'
import type { MeasuredServer } from '../gateway/servers.ts'
import { Target } from '../gateway/targets.ts'
import type { BenchOptions, Result } from '../result.ts'

/** The page sizes whose upstream calls are counted. */
const countedPages = [ordersPerPage, 20, 100] as const
const maximumCalls = 6
const callsSchema = z.object({ calls: z.number() })

/**
 * Compares the gateway's processor time for the list of orders and for an order with that of the floor, and counts the
 * upstream calls of longer pages.
 */
export async function measureAtGateway(options: BenchOptions): Promise<Result[]> {
  const queries = orderQueries()
  const pages = countedPages.map((first) => ordersQuery(first))
  return withServers(options, [...queries, ...pages], async (servers) => {
    const gateway = await servers.startGateway('gateway')
    const { results, toProfile } = await compareQueries(queries, gateway, servers, options)
    const calls: Result[] = []
    for (const page of pages) calls.push(await countCalls(page, gateway, servers))
    show(calls)
    await profileQueries(toProfile, gateway, servers, options)
    return [...results, ...calls]
  })
}

/** Counts the upstream calls of a page. The floor must answer the same bytes. */
async function countCalls(page: MeasuredQuery, server: MeasuredServer, servers: Servers): Promise<Result> {
  const { customers, upstreams } = servers
  const gateway = new Target(server, 'gateway', page, customers)
  const floor = new Target(servers.floor, 'floor', page, customers)
  try {
    await checkAnswers(page, { gateway, floor, peers: [] })
    const before = await callsOf(upstreams)
    await gateway.ask()
    const value = (await callsOf(upstreams)) - before
    return {
      metric: `upstream calls, ${page.title}`,
      value,
      unit: 'calls',
      aim: `≤ ${maximumCalls}`,
      met: value <= maximumCalls,
    }
  } finally {
    await Promise.all([gateway.close(), floor.close()])
  }
}

async function callsOf({ url }: MeasuredServer): Promise<number> {
  const answer = await fetch(`${url}/calls`)
  return callsSchema.parse(await answer.json()).calls
}
