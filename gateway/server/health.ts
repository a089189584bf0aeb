import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Telemetry } from '../telemetry/telemetry.ts'
import type { Upstream } from '../upstream/upstream.ts'
import type { Drain } from './drain.ts'

/** What health and metrics are told from. */
export interface HealthOptions {
  readonly upstreams: readonly Upstream[]
  readonly drain: Drain
}

/** Milliseconds that an answer of the upstreams holds for everyone who asks: many probes are not to be a load. */
const freshness = 1_000

/**
 * `/livez`: the process answers. `/readyz`: so does everything that it needs, and it is not on its way out. What does not
 * answer is false and named with its trouble; `?exclude=photos` leaves one out of account, as often as it is given.
 */
export function registerHealth(app: FastifyInstance, { upstreams, drain }: HealthOptions): void {
  const look = remembered(() => troublesOf(upstreams))
  app.get('/livez', async () => ({ status: 'ok' }))
  app.get('/readyz', async (request, reply) => {
    if (drain.hasBegun) return reply.code(503).send({ status: 'draining' })
    const troubles = await look()
    const excluded = excludedBy(request)
    const isReady = [...troubles].every(([name, trouble]) => trouble === null || excluded.has(name))
    return reply.code(isReady ? 200 : 503).send({
      status: isReady ? 'ok' : 'unavailable',
      upstreams: Object.fromEntries([...troubles].map(([name, trouble]) => [name, trouble === null])),
      troubles: Object.fromEntries([...troubles].filter(([, trouble]) => trouble !== null)),
    })
  })
}

/** `/metrics`, for Prometheus. The front door does not lead here. */
export function registerMetrics(app: FastifyInstance, { metrics }: Telemetry): void {
  app.get('/metrics', async (_request, reply) => {
    const { type, text } = await metrics.print()
    return reply.type(type).send(text)
  })
}

/** By the upstreams' names; null: it answers. */
type Troubles = ReadonlyMap<string, string | null>

async function troublesOf(upstreams: HealthOptions['upstreams']): Promise<Troubles> {
  const troubles = await Promise.all(
    upstreams.map(async (upstream) => [upstream.name, await upstream.trouble()] as const),
  )
  return new Map(troubles)
}

/** One look at a time serves all who ask, and for a while after it. */
function remembered<Value>(look: () => Promise<Value>): () => Promise<Value> {
  let last: Promise<Value> | undefined
  return () => {
    if (last) return last
    last = look().finally(() => setTimeout(() => (last = undefined), freshness).unref())
    return last
  }
}

function excludedBy({ query }: FastifyRequest): ReadonlySet<string> {
  const { exclude } = query as { exclude?: string | string[] }
  return new Set([exclude ?? []].flat())
}
