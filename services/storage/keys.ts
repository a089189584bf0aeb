/** Where the untouched file of a photo is kept. */
export function originalKey(owner: string, imageId: string): string {
  return `photos/${owner}/${imageId}/original`
}

/** Where a rendition is kept; `id` is its width, `300`, `800` or `1300`. */
export function renditionKey(owner: string, imageId: string, id: string): string {
  return `photos/${owner}/${imageId}/${id}.jpg`
}
