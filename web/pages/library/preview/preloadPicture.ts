/**
 * Fetches and decodes a picture before it is shown, behind what is on screen.
 * @returns what stops it
 */
export function preloadPicture(url: string): () => void {
  const image = new Image()
  image.fetchPriority = 'low'
  image.src = url
  // Whoever shows it finds out that it cannot be had.
  image.decode().catch(() => undefined)
  return () => {
    if (!image.complete) image.src = ''
  }
}
