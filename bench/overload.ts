import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Customer, createCustomers, publicUrl } from './gateway/customers.ts'
import { documentId, measuredQueries } from './gateway/queries.ts'
import { MeasuredServer, cores, pinThisProcess } from './gateway/servers.ts'
import { quantile, rounded } from './gateway/statistics.ts'
import { Load, type LoadRequest, type Outcome } from './overload/load.ts'
import type { Result } from './result.ts'

const customerCount = 1_500
const warmUpSeconds = 6
const peakSeconds = 6
const concurrency = 24
const excess = 3
const overloadSeconds = 20
const answeredAim = 0.8
const refusalAim = 50

/** What the gateway still does when three times as much is asked of it as it can do: the timeline query, open loop. */
export async function run(): Promise<Result[]> {
  pinThisProcess(cores.other)
  const logDir = mkdtempSync(join(tmpdir(), 'keepsake-bench-'))
  const servers: MeasuredServer[] = []
  try {
    const { customers, jwks } = await createCustomers(customerCount)
    const start = async (name: string, entry: string, core: number, environment: Record<string, string>) => {
      const server = await MeasuredServer.start({ name, entry, core, environment, logDir })
      servers.push(server)
      return server
    }
    const upstreams = await start('upstreams', 'upstreams.ts', cores.other, { JWKS: JSON.stringify(jwks) })
    const environment = gatewayEnvironment(upstreams.url, logDir)
    const gateway = await start('gateway', '../../gateway/main.ts', cores.measured, environment)
    return await measure(gateway, new Load(gateway.url, requestsOf(customers)))
  } finally {
    await Promise.all(servers.map((server) => server.stop()))
    rmSync(logDir, { recursive: true, force: true })
  }
}

async function measure(gateway: MeasuredServer, load: Load): Promise<Result[]> {
  await load.closed(concurrency, warmUpSeconds)
  const atPeak = await processorShare(gateway, () => load.closed(concurrency, peakSeconds))
  const peak = atPeak.result
  const overloaded = await processorShare(gateway, () => load.open(peak * excess, overloadSeconds))
  await load.close()
  return [
    row('peak, answers per second', peak, '/s'),
    row('processor used at the peak', atPeak.percent, '%'),
    row(`processor used at ${excess} times the peak`, overloaded.percent, '%'),
    ...resultsOf(overloaded.result, peak),
  ]
}

/** Well below 100 % something else is short, and the figures say nothing about the gateway. */
async function processorShare<Done>(gateway: MeasuredServer, work: () => Promise<Done>) {
  const [before, began] = [await gateway.usage(), performance.now()]
  const result = await work()
  const took = performance.now() - began
  const used = ((await gateway.usage()).microseconds - before.microseconds) / 1_000
  return { result, percent: (used / took) * 100 }
}

function resultsOf(outcomes: readonly Outcome[], peak: number): Result[] {
  const answered = outcomes.filter(({ status }) => status === 200)
  const refused = outcomes.filter(({ status, hasRetryAfter }) => status === 503 && hasRetryAfter)
  const others = outcomes.length - answered.length - refused.length
  const share = answered.length / overloadSeconds / peak
  const p99 = quantile(times(refused), 0.99)
  return [
    row(`asked at ${excess} times the peak`, outcomes.length / overloadSeconds, '/s'),
    {
      metric: 'answered, of the peak',
      value: rounded(share * 100),
      unit: '%',
      aim: `≥ ${answeredAim * 100}`,
      met: share >= answeredAim,
    },
    {
      metric: 'refused with Retry-After, p99',
      value: rounded(p99),
      unit: 'ms',
      aim: `≤ ${refusalAim}`,
      met: p99 <= refusalAim,
    },
    row('refused with Retry-After, p50', quantile(times(refused), 0.5), 'ms'),
    row('answered, p50', quantile(times(answered), 0.5), 'ms'),
    row('answered, p99', quantile(times(answered), 0.99), 'ms'),
    { metric: 'neither answered nor refused', value: others, unit: '', aim: '0', met: others === 0 },
  ]
}

function times(outcomes: readonly Outcome[]): number[] {
  return outcomes.map(({ took }) => took)
}

function row(metric: string, value: number, unit: string): Result {
  return { metric, value: rounded(value), unit, aim: '', met: true }
}

function timelineQuery() {
  const query = measuredQueries.find(({ name }) => name === 'timeline')
  if (!query) throw new Error('There is no timeline query to measure with.')
  return query
}

function gatewayEnvironment(upstreamUrl: string, folder: string): Record<string, string> {
  const { document } = timelineQuery()
  const file = join(folder, 'documents.json')
  writeFileSync(file, JSON.stringify({ [documentId(document)]: document }))
  return {
    PUBLIC_URL: publicUrl,
    SERVICES_URL: upstreamUrl,
    PERSISTED_DOCUMENTS: file,
    LOG_LEVEL: 'info',
  }
}

/** As many customers as it takes that no limit of one of them is met. */
function requestsOf(customers: readonly Customer[]): LoadRequest[] {
  const query = timelineQuery()
  const extensions = { persistedQuery: { version: 1, sha256Hash: documentId(query.document) } }
  return customers.map((customer) => ({
    headers: {
      'content-type': 'application/json',
      accept: 'application/graphql-response+json, application/json',
      authorization: `Bearer ${customer.token}`,
      'x-forwarded-for': customer.address,
    },
    body: JSON.stringify({ variables: query.variables(customer), extensions }),
  }))
}
