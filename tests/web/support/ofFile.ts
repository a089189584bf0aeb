/** Matches the tile of a photo by its file name, which is the tile's description. The tile's name is the date. */
export function ofFile(fileName: string): (name: string, tile: Element | null) => boolean {
  return (_name, tile) => tile?.getAttribute('aria-description') === fileName
}
