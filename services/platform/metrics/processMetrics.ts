import { collectDefaultMetrics, Registry } from 'prom-client'

let processRegistry: Registry | undefined

/**
 * Metrics of the process (CPU, memory, event loop, garbage collection). Registered once, even if the process runs
 * several platforms, as in tests.
 */
export function processMetrics(): Registry {
  if (processRegistry) return processRegistry
  processRegistry = new Registry()
  collectDefaultMetrics({ register: processRegistry })
  return processRegistry
}
