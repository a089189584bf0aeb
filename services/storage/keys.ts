/** The folder of all blobs of an account. */
export function blobFolder(owner: string): string {
  return `photos/${owner}`
}

/** The blob key of a photo's original file. */
export function originalKey(owner: string, imageId: string): string {
  return `${blobFolder(owner)}/${imageId}/original`
}

/** The blob key of a rendition; `id` is its width: `300`, `800` or `1300`. */
export function renditionKey(owner: string, imageId: string, id: string): string {
  return `${blobFolder(owner)}/${imageId}/${id}.jpg`
}
