import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Customer, createCustomers, publicUrl } from './gateway/customers.ts'
import { documentId, measuredQueries } from './gateway/queries.ts'
import { MeasuredServer, chooseCores, pinThisProcess } from './gateway/servers.ts'
import { quantile, rounded } from './gateway/statistics.ts'
import { Load, type LoadRequest, type Outcome } from './overload/load.ts'
import type { BenchOptions, Result } from './result.ts'

/** How much is measured. */
interface Scale {
  /** The number of customers, which is so large that no customer reaches a limit. */
  readonly customers: number
  readonly warmUpSeconds: number
  readonly peakSeconds: number
  readonly overloadSeconds: number
  /** The overload, in multiples of the peak. */
  readonly excess: number
  readonly settings: Readonly<Record<string, string>>
}

const full: Scale = {
  customers: 1_500,
  warmUpSeconds: 6,
  peakSeconds: 6,
  overloadSeconds: 20,
  excess: 3,
  settings: {},
}
/** More load and a lower limit, so that the gateway refuses requests even in a run of one second. */
const small: Scale = {
  customers: 400,
  warmUpSeconds: 0.1,
  peakSeconds: 0.3,
  overloadSeconds: 1,
  excess: 10,
  settings: { OVERLOAD_LAG: '1' },
}
const concurrency = 24
const answeredAim = 0.8
const refusalAim = 50

/**
 * Sends three times as many timeline queries as the gateway can answer, without waiting for answers (open loop), and
 * measures the responses.
 */
export async function run(options: BenchOptions): Promise<Result[]> {
  const scale = options.small ? small : full
  const cores = chooseCores(options)
  pinThisProcess(cores.other)
  const logDir = mkdtempSync(join(tmpdir(), 'keepsake-bench-'))
  const servers: MeasuredServer[] = []
  try {
    const { customers, jwks } = await createCustomers(scale.customers)
    const start = async (name: string, entry: string, core: number | null, environment: Record<string, string>) => {
      const server = await MeasuredServer.start({ name, entry, core, environment, logDir })
      servers.push(server)
      return server
    }
    const upstreams = await start('upstreams', 'upstreams.ts', cores.other, { JWKS: JSON.stringify(jwks) })
    const environment = { ...gatewayEnvironment(upstreams.url, logDir), ...scale.settings }
    const gateway = await start('gateway', '../../gateway/main.ts', cores.measured, environment)
    return await measure(gateway, new Load(gateway.url, requestsOf(customers)), scale)
  } finally {
    await Promise.all(servers.map((server) => server.stop()))
    rmSync(logDir, { recursive: true, force: true })
  }
}

async function measure(gateway: MeasuredServer, load: Load, scale: Scale): Promise<Result[]> {
  const { warmUpSeconds, peakSeconds, overloadSeconds, excess } = scale
  await load.closed(concurrency, warmUpSeconds)
  const atPeak = await processorShare(gateway, () => load.closed(concurrency, peakSeconds))
  const peak = atPeak.result
  const overloaded = await processorShare(gateway, () => load.open(peak * excess, overloadSeconds))
  await load.close()
  return [
    row('peak, answers per second', peak, '/s'),
    row('processor used at the peak', atPeak.percent, '%'),
    row(`processor used at ${excess} times the peak`, overloaded.percent, '%'),
    ...resultsOf(overloaded.result, peak, scale),
  ]
}

/**
 * Measures which share of a processor the gateway uses. If the share is far below 100 %, something else limits the
 * gateway, and the figures mean nothing.
 */
async function processorShare<Done>(gateway: MeasuredServer, work: () => Promise<Done>) {
  const [before, began] = [await gateway.usage(), performance.now()]
  const result = await work()
  const took = performance.now() - began
  const used = ((await gateway.usage()).microseconds - before.microseconds) / 1_000
  return { result, percent: (used / took) * 100 }
}

function resultsOf(outcomes: readonly Outcome[], peak: number, { excess, overloadSeconds }: Scale): Result[] {
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
  if (!query) throw new Error('The timeline query is missing.')
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
