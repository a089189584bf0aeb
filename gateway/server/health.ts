import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Telemetry } from '../telemetry/telemetry.ts'
import type { Upstream } from '../upstream/upstream.ts'
import type { Drain } from './drain.ts'

/** The dependencies of the health endpoints. */
export interface HealthOptions {
  readonly upstreams: readonly Upstream[]
  readonly drain: Drain
}

/** How long (ms) the state of the upstreams is cached, so that frequent probes do not load them. */
const cacheTime = 1_000

/**
 * Registers `/livez` and `/readyz`. `/livez` succeeds while the process responds. `/readyz` succeeds while all
 * upstreams respond and the gateway is not draining. An upstream that does not respond is `false` in the response, and
 * its problem is listed under `troubles`. `?exclude=photos` ignores an upstream, and may be repeated.
 */
export function registerHealth(app: FastifyInstance, { upstreams, drain }: HealthOptions): void {
  const readTroubles = shareAndCache(() => troublesOf(upstreams))
  app.get('/livez', async () => ({ status: 'ok' }))
  app.get('/readyz', async (request, reply) => {
    if (drain.hasStarted) return reply.code(503).send({ status: 'draining' })
    const troubles = await readTroubles()
    const excluded = excludedBy(request)
    const isReady = [...troubles].every(([name, trouble]) => trouble === null || excluded.has(name))
    return reply.code(isReady ? 200 : 503).send({
      status: isReady ? 'ok' : 'unavailable',
      upstreams: Object.fromEntries([...troubles].map(([name, trouble]) => [name, trouble === null])),
      troubles: Object.fromEntries([...troubles].filter(([, trouble]) => trouble !== null)),
    })
  })
}

/** Registers `/metrics` for Prometheus. The edge does not forward this path. */
export function registerMetrics(app: FastifyInstance, { metrics }: Telemetry): void {
  app.get('/metrics', async (_request, reply) => {
    const { type, text } = await metrics.print()
    return reply.type(type).send(text)
  })
}

/** The problem of each upstream by name. Null when it responds. */
type Troubles = ReadonlyMap<string, string | null>

async function troublesOf(upstreams: HealthOptions['upstreams']): Promise<Troubles> {
  const troubles = await Promise.all(
    upstreams.map(async (upstream) => [upstream.name, await upstream.trouble()] as const),
  )
  return new Map(troubles)
}

/** Shares one call at a time between all callers, and caches its result for `cacheTime`. */
function shareAndCache<Value>(read: () => Promise<Value>): () => Promise<Value> {
  let last: Promise<Value> | undefined
  return () => {
    if (last) return last
    last = read().finally(() => setTimeout(() => (last = undefined), cacheTime).unref())
    return last
  }
}

function excludedBy({ query }: FastifyRequest): ReadonlySet<string> {
  const { exclude } = query as { exclude?: string | string[] }
  return new Set([exclude ?? []].flat())
}
