import { ZodError } from 'zod'

/** An error, as it is logged. */
export interface LoggedError {
  readonly type: string
  readonly message: string
  /** The code of an upstream failure or of a failed system call. */
  readonly code?: string
  readonly upstream?: string
  /** The HTTP status of the upstream's response. */
  readonly status?: number
  /** The stack trace. Undefined for upstream failures, which are not caused by this code. */
  readonly stack?: string
  readonly cause?: LoggedError
}

const causesShown = 4
const messageLimit = 500

/**
 * Reduces an error to what may be logged: its kind, its origin, and those words of its message that cannot be personal
 * data. Error messages may hold personal data: parsers quote their input, and paths hold ids.
 */
export function errorForLog(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: '' }
  const { cause } = error
  return {
    type: error.name,
    message: error instanceof ZodError ? issuesOf(error) : withoutPersonalData(error.message),
    ...factsOf(error),
    ...(!('upstream' in error) && depth === 0 && { stack: framesOf(error) }),
    ...(cause instanceof Error && depth < causesShown && { cause: errorForLog(cause, depth + 1) }),
  }
}

function factsOf(error: Error): Pick<LoggedError, 'code' | 'upstream' | 'status'> {
  return {
    ...('code' in error && typeof error.code === 'string' && { code: error.code }),
    ...('upstream' in error && typeof error.upstream === 'string' && { upstream: error.upstream }),
    ...('status' in error && typeof error.status === 'number' && { status: error.status }),
  }
}

/** The paths of the values that failed validation, without the values. */
function issuesOf({ issues }: ZodError): string {
  const texts = issues.map(({ code, path }) => {
    const place = path.map((key) => (typeof key === 'number' ? '*' : String(key)))
    return `${code} at ${withoutPersonalData(place.join('.'))}`
  })
  return [...new Set(texts)].join(', ').slice(0, messageLimit)
}

/** Removes possible personal data from a text: quoted strings, e-mail addresses, tokens, ids and URL queries. */
export function withoutPersonalData(text: string): string {
  return text
    .replaceAll(/"[^"]*"/g, '"…"')
    .replaceAll(/[^\s"'<>()]+@[^\s"'<>()]+/g, '[e-mail]')
    .replaceAll(/\beyJ[\w.-]+/g, '[token]')
    .replaceAll(/\?[^\s]*=[^\s]*/g, '?…')
    .replaceAll(/\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b/gi, '[id]')
    .replaceAll(/\b(?=[\w-]*\d)(?=[\w-]*[a-zA-Z])[\w-]{20,}/g, '[id]')
    .slice(0, messageLimit)
}

function framesOf({ stack = '' }: Error): string {
  return stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .map((line) => line.trim())
    .join('\n')
}
