import type { FastifyBaseLogger } from 'fastify'
import { pino } from 'pino'
import { errorForLog } from './errorForLog.ts'
import type { LogDestination } from './logDestination.ts'

/** The logger of one gateway. Its lines hold nothing of a customer's, whoever writes them (docs/decisions/0210). */
export function createLogger(level: string, destination: LogDestination): FastifyBaseLogger {
  const serializers = {
    err: (error: unknown) => errorForLog(error),
    // Requests and answers are logged as operations, or not at all.
    req: () => undefined,
    res: () => undefined,
  }
  return pino({ level, name: 'gateway', serializers }, destination)
}
