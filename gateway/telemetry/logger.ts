import type { FastifyBaseLogger } from 'fastify'
import { pino } from 'pino'
import { errorForLog, withoutPersonalData } from '../../http/errorForLog.ts'
import type { LogDestination } from './logDestination.ts'

/** The logger of one gateway. It removes personal data from every line (docs/decisions/0210). */
export function createLogger(level: string, destination: LogDestination): FastifyBaseLogger {
  const serializers = {
    err: (error: unknown) => errorForLog(error),
    reason: loggedValue,
    // Libraries log errors under this key.
    given: (values: unknown) => (Array.isArray(values) ? values.map(loggedValue) : loggedValue(values)),
    // Requests and responses are logged only as operations.
    req: () => undefined,
    res: () => undefined,
  }
  return pino({ level, name: 'gateway', serializers }, destination)
}

function loggedValue(value: unknown): unknown {
  if (value instanceof Error) return errorForLog(value)
  return typeof value === 'string' ? withoutPersonalData(value) : typeof value
}
