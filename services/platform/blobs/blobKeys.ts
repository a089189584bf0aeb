const keyPattern = /^(?!.*(?:^|\/)\.{1,2}(?:\/|$))[A-Za-z0-9._-]+(?:\/[A-Za-z0-9._-]+)*$/
const longestKey = 500

/** Whether the text can be the key of a blob. */
export function isBlobKey(key: string): boolean {
  return key.length <= longestKey && keyPattern.test(key)
}

/** @throws RangeError if the text cannot be the key of a blob */
export function checkBlobKey(key: string): void {
  if (!isBlobKey(key)) throw new RangeError(`${JSON.stringify(key)} is not a valid blob key.`)
}
