export const photoCount = 1_000
export const photoBytes = 4_000_000

/** Where the file of the photo with a number is kept. */
export function originalKey(accountId: string, number: number): string {
  return `photos/${accountId}/${number}/original`
}
