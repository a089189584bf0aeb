/** Error codes for a lack of system resources: file handles, memory, threads. */
const codes: ReadonlySet<unknown> = new Set(['EMFILE', 'ENFILE', 'ENOMEM', 'ENOBUFS', 'EAGAIN'])

/** True if the error, or an error that caused it, means that the machine ran out of a resource. */
export function isExhausted(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return ('code' in error && codes.has(error.code)) || isExhausted(error.cause)
}
