/** Matches the tile of a photo by its file name, which describes a photo that is named by its date. */
export function ofFile(fileName: string): (name: string, tile: Element | null) => boolean {
  return (_name, tile) => tile?.getAttribute('aria-description') === fileName
}
