/** Errors of sockets and name servers. */
const socketCodes: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
])

/**
 * Error codes of PostgreSQL, besides class 08: the server is stopping, has crashed, is starting, has too many
 * connections, has a full disk, or became a standby.
 */
const serverCodes: ReadonlySet<string> = new Set(['57P01', '57P02', '57P03', '53300', '53100', '25006'])

/** Errors of pg without a code: the connection ended or stays silent, or no connection became free in time. */
const messages = /^(?:Connection terminated|Client (?:has|was) .*not queryable|timeout |Query read timeout)/

/**
 * The database cannot be used at the moment. This error has the code and message of the original error, but not the
 * error itself: pg attaches its client to errors, and the client has the key that cancels queries.
 */
export class DatabaseUnavailable extends Error {
  readonly code: string | undefined

  constructor(reason: string, code?: string) {
    super(reason)
    this.name = 'DatabaseUnavailable'
    this.code = code
  }
}

/**
 * Replaces an error of pg by `DatabaseUnavailable` if the error means that the database cannot be used. Returns other
 * errors as they are.
 */
export function withUnavailability(error: unknown): unknown {
  return isUnavailability(error) ? lostConnection(error) : error
}

/** A `DatabaseUnavailable` for any error that ended a connection. */
export function lostConnection(error: Error | undefined): DatabaseUnavailable {
  return new DatabaseUnavailable(error?.message ?? 'The connection ended.', codeOf(error))
}

function isUnavailability(error: unknown): error is Error {
  if (!(error instanceof Error)) return false
  const code = codeOf(error)
  if (code === undefined) return messages.test(error.message)
  return code.startsWith('08') || serverCodes.has(code) || socketCodes.has(code)
}

function codeOf(error: Error | undefined): string | undefined {
  return error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}
