import type { FastifyBaseLogger } from 'fastify'
import { pino } from 'pino'
import { errorForLog, withoutPersonalData } from './errorForLog.ts'
import type { LogDestination } from './logDestination.ts'

/** The logger of one gateway. Its lines hold nothing of a customer's, whoever writes them (docs/decisions/0210). */
export function createLogger(level: string, destination: LogDestination): FastifyBaseLogger {
  const serializers = {
    err: (error: unknown) => errorForLog(error),
    reason: shown,
    // What a library gave to a logger of its own kind.
    given: (values: unknown) => (Array.isArray(values) ? values.map(shown) : shown(values)),
    // Requests and answers are logged as operations, or not at all.
    req: () => undefined,
    res: () => undefined,
  }
  return pino({ level, name: 'gateway', serializers }, destination)
}

function shown(value: unknown): unknown {
  if (value instanceof Error) return errorForLog(value)
  return typeof value === 'string' ? withoutPersonalData(value) : typeof value
}
