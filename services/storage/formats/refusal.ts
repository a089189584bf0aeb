/**
 * The reasons why a file is refused. Each is also the `code` of the problem that the caller gets. `FAILED`: decoding
 * failed, perhaps not because of the file.
 */
export const refusalCodes = [
  'UNSUPPORTED_TYPE',
  'DAMAGED_FILE',
  'EMPTY_FILE',
  'TOO_MANY_PIXELS',
  'FILE_TOO_LARGE',
  'FAILED',
] as const

export type RefusalCode = (typeof refusalCodes)[number]

/** The file is faulty: a retry with the same bytes cannot succeed. */
export class Refusal extends Error {
  readonly code: RefusalCode

  constructor(code: RefusalCode, message: string) {
    super(message)
    this.code = code
  }
}

/**
 * Decoding took too long or too much memory. The machine may be the cause, so decoding is retried; but not forever,
 * because other pictures wait meanwhile.
 */
export class Undecoded extends Error {
  override readonly name = 'Undecoded'
}

/** The HTTP status for a code. */
export function statusOf(code: RefusalCode): number {
  if (code === 'UNSUPPORTED_TYPE') return 415
  return code === 'FILE_TOO_LARGE' ? 413 : 422
}
