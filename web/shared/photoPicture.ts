/** The media query of screens that show the larger rendition of photos. */
export const largeScreen = '(min-width: 1024px)'

/**
 * The URL of a tile's picture; undefined when the photo has none.
 * @param small the rendition of 300 px
 * @param large the rendition of 800 px
 */
export function pictureUrl(small: string | undefined, large: string | undefined, isLarge: boolean): string | undefined {
  return small !== undefined && isLarge ? (large ?? small) : small
}
