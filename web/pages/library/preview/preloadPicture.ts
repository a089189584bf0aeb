/**
 * Fetches and decodes a picture before it is shown, with low priority.
 * @returns a function that cancels it
 */
export function preloadPicture(url: string): () => void {
  const image = new Image()
  image.fetchPriority = 'low'
  image.src = url
  // A failure is reported when the picture is shown.
  image.decode().catch(() => undefined)
  return () => {
    if (!image.complete) image.src = ''
  }
}
