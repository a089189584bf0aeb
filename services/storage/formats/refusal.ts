/** Why a file is not taken; also the problem's code. `FAILED`: it could not be decoded, which need not be its fault. */
export type RefusalCode =
  | 'UNSUPPORTED_TYPE'
  | 'DAMAGED_FILE'
  | 'EMPTY_FILE'
  | 'TOO_MANY_PIXELS'
  | 'FILE_TOO_LARGE'
  | 'FAILED'

/** The file itself is at fault: trying again with the same bytes cannot help. */
export class Refusal extends Error {
  readonly code: RefusalCode

  constructor(code: RefusalCode, message: string) {
    super(message)
    this.code = code
  }
}

/**
 * A picture took too long to decode, or more memory than there was. That may have been the machine's fault, so it is tried
 * again; but not for ever, since others wait meanwhile.
 */
export class Undecoded extends Error {
  override readonly name = 'Undecoded'
}

/** The HTTP status that goes with a code. */
export function statusOf(code: RefusalCode): number {
  if (code === 'UNSUPPORTED_TYPE') return 415
  return code === 'FILE_TOO_LARGE' ? 413 : 422
}
