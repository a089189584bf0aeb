import { type DestinationStream, type Logger, pino } from 'pino'
import { errorForLog } from '../../http/errorForLog.ts'

/**
 * The logger of the services. Errors of the embedded database have the values of the query, and errors of the file
 * system have paths with ids of uploads, which work like passwords. So errors are logged without personal data
 * (docs/decisions/0210), and requests are not logged, because their URLs can contain tokens.
 * @param destination where the lines go; by default the standard output
 */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  const serializers = { err: (error: unknown) => errorForLog(error), req: () => undefined, res: () => undefined }
  return pino({ name: 'services', level, serializers }, destination)
}
