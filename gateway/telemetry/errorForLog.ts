import { GraphQLError } from 'graphql'
import { ZodError } from 'zod'

/** An error as the log has it. */
export interface LoggedError {
  readonly type: string
  readonly message: string
  /** Such as the code of an upstream's failure, or of a system call's. */
  readonly code?: string
  readonly upstream?: string
  /** The HTTP status that an upstream answered. */
  readonly status?: number
  /** Where in the code; not for upstream failures, which are nowhere in it. */
  readonly stack?: string
  readonly cause?: LoggedError
}

const causesShown = 4
const messageLimit = 500

/**
 * What may be logged of an error: what kind it is and where it came from, and of its words only those that cannot be
 * a customer's. Parsers quote what they read, paths hold ids, and so on.
 */
export function errorForLog(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: '' }
  const cause = error instanceof GraphQLError ? error.originalError : error.cause
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

/** Where a value was not as agreed, without the value. */
function issuesOf({ issues }: ZodError): string {
  const texts = issues.map(({ code, path }) => {
    const place = path.map((key) => (typeof key === 'number' ? '*' : String(key)))
    return `${code} at ${withoutPersonalData(place.join('.'))}`
  })
  return [...new Set(texts)].join(', ').slice(0, messageLimit)
}

/** Takes out of a text what may be a customer's: what is quoted, addresses, tokens, ids, and what is asked for in URLs. */
export function withoutPersonalData(text: string): string {
  return text
    .replaceAll(/"[^"]*"/g, '"…"')
    .replaceAll(/[^\s"'<>()]+@[^\s"'<>()]+/g, '[e-mail]')
    .replaceAll(/\beyJ[\w.-]+/g, '[token]')
    .replaceAll(/\?[^\s]*=[^\s]*/g, '?…')
    .replaceAll(/\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b/gi, '[id]')
    .replaceAll(/\b(?=\w*\d)(?=\w*[a-zA-Z])[\w-]{20,}/g, '[id]')
    .slice(0, messageLimit)
}

function framesOf({ stack = '' }: Error): string {
  return stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .map((line) => line.trim())
    .join('\n')
}
