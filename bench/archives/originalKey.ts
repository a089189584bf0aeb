/** Returns the key of the original file of a photo. */
export function originalKey(accountId: string, number: number): string {
  return `photos/${accountId}/${number}/original`
}
