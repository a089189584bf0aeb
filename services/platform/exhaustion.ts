/** Error codes for a lack of system resources: file handles, memory, threads. */
const codes: ReadonlySet<unknown> = new Set(['EMFILE', 'ENFILE', 'ENOMEM', 'ENOBUFS', 'EAGAIN'])

/** True if the error, or an error that caused it, means that the machine ran out of a resource. */
export function isExhausted(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return ('code' in error && codes.has(error.code)) || isExhausted(error.cause)
}

/**
 * Error codes for a full disk. `EFBIG`: the file may not become larger. `ulimit -f` produces this error, which
 * simulates a full disk.
 */
const fullDiskCodes: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])

/** True if the error, or an error that caused it, means that a file could not be written because the disk is full. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return ('code' in error && fullDiskCodes.has(error.code)) || isDiskFull(error.cause)
}
