/** Whether an operation has failed because its file, or a folder on the way to it, does not exist. */
export function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')
}

/** Replaces the error of a missing file by null. For `.catch`. */
export function nullWhenMissing(error: unknown): null {
  if (isMissing(error)) return null
  throw error
}
