import { Counter, Gauge, Registry } from 'prom-client'
import { content, type ServiceApp } from './contract.ts'

/** A metric with its current values. */
export interface MetricReadings {
  readonly name: string
  /** A counter increases until the process ends. Default: `gauge`. */
  readonly type?: 'counter' | 'gauge'
  /** What the metric measures, in one sentence. */
  readonly help: string
  readonly readings: readonly { readonly labels: Readonly<Record<string, string>>; readonly value: number }[]
}

/**
 * Serves `GET /metrics` for Prometheus, below the service's path; the edge does not forward it. Values are read at each
 * request. Those from the database are the same in every process.
 * @param counters the metrics of this process, which the answer also contains
 */
export function registerMetrics(
  app: ServiceApp,
  read: () => Promise<readonly MetricReadings[]>,
  counters: readonly Registry[] = [],
): void {
  const schema = {
    summary: 'Reads metrics for Prometheus',
    description: 'Not forwarded by the edge.',
    response: { 200: content('text/plain', 'Metrics') },
  }
  app.get('/metrics', { config: { access: 'public' }, schema }, async (_request, reply) => {
    const registry = new Registry()
    for (const { name, type, help, readings } of await read()) {
      const labelNames = Object.keys(readings[0]?.labels ?? {})
      const options = { name, help, labelNames, registers: [registry] }
      const metric = type === 'counter' ? new Counter(options) : new Gauge(options)
      for (const { labels, value } of readings) metric.inc({ ...labels }, value)
    }
    return reply.type(registry.contentType).send(await Registry.merge([registry, ...counters]).metrics())
  })
}
