import { Gauge, Registry } from 'prom-client'
import { content, type ServiceApp } from './contract.ts'

/** A gauge with its current values. */
export interface GaugeReadings {
  readonly name: string
  /** What the gauge measures, in one sentence. */
  readonly help: string
  readonly readings: readonly { readonly labels: Readonly<Record<string, string>>; readonly value: number }[]
}

/**
 * Serves `GET /metrics` for Prometheus, below the service's path; the edge does not forward it. Values are read at each
 * request. Those from the database are the same in every process.
 */
export function registerMetrics(app: ServiceApp, read: () => Promise<readonly GaugeReadings[]>): void {
  const schema = {
    summary: 'Reads metrics for Prometheus',
    description: 'Not forwarded by the edge.',
    response: { 200: content('text/plain', 'Gauges') },
  }
  app.get('/metrics', { config: { access: 'public' }, schema }, async (_request, reply) => {
    const registry = new Registry()
    for (const { name, help, readings } of await read()) {
      const labelNames = Object.keys(readings[0]?.labels ?? {})
      const gauge = new Gauge({ name, help, labelNames, registers: [registry] })
      for (const { labels, value } of readings) gauge.set({ ...labels }, value)
    }
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}
