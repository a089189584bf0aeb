import { Histogram, type Registry } from 'prom-client'
import type { ServiceApp } from '../contract.ts'

/** In seconds: most answers take a few milliseconds; the gateway gives up after 5 s. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const millisecondsPerSecond = 1_000

/**
 * Creates the metric of all requests to services of this process.
 * @returns a function that measures the requests to all routes that are registered on an app afterwards
 */
export function createRequestMetrics(registry: Registry): (app: ServiceApp, service: string) => void {
  const duration = new Histogram({
    name: 'services_request_duration_seconds',
    help: 'Answered requests, until their last byte was sent, by service and status.',
    labelNames: ['service', 'status'],
    buckets,
    registers: [registry],
  })
  return (app, service) => {
    app.addHook('onResponse', async (_request, reply) => {
      duration.observe({ service, status: reply.statusCode }, reply.elapsedTime / millisecondsPerSecond)
    })
  }
}
