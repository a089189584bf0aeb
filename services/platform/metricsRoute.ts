import type { FastifyInstance } from 'fastify'
import { Gauge, Registry } from 'prom-client'

/** A gauge, as it stands now. */
export interface Measured {
  readonly name: string
  /** What it says, in a sentence. */
  readonly help: string
  readonly readings: readonly { readonly labels: Readonly<Record<string, string>>; readonly value: number }[]
}

/**
 * `GET /metrics` below the service, for Prometheus; the edge does not lead there. Everything is read when somebody asks: what
 * the database knows is the same from each process.
 */
export function registerMetrics(app: FastifyInstance, read: () => Promise<readonly Measured[]>): void {
  app.get('/metrics', async (_request, reply) => {
    const registry = new Registry()
    for (const { name, help, readings } of await read()) {
      const labelNames = Object.keys(readings[0]?.labels ?? {})
      const gauge = new Gauge({ name, help, labelNames, registers: [registry] })
      for (const { labels, value } of readings) gauge.set({ ...labels }, value)
    }
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}
