/** What a machine has none left of: handles of files, memory, threads. */
const codes: ReadonlySet<unknown> = new Set(['EMFILE', 'ENFILE', 'ENOMEM', 'ENOBUFS', 'EAGAIN'])

/** Whether something failed, by itself or by what caused it, since the machine had nothing left for it: nobody's fault. */
export function isExhausted(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return ('code' in error && codes.has(error.code)) || isExhausted(error.cause)
}
