/** Photos that a month shows at first, and that each press of '+N' adds. */
export const monthPageSize = 24
/** From this press on, the month keeps filling by itself as one scrolls … */
const pressesUntilAutomatic = 3
/** … by pages of this size: each waits for the cursor of the one before, and four times as few are four times as fast. */
const automaticPageSize = 96
/** Of what sizes the pages of a collection are. */
export interface PageSizes {
  readonly first: number
  /** What a press of '+N' adds. */
  readonly pressed: number
  readonly automatic: number
  readonly pressesUntilAutomatic: number
}

export const monthPages: PageSizes = {
  first: monthPageSize,
  pressed: monthPageSize,
  automatic: automaticPageSize,
  pressesUntilAutomatic,
}
/** Space is kept for so many photos that are still to come by themselves, so that what follows is pushed away unseen. */
export const photosReserved = 3 * automaticPageSize
/** How many more are asked for when a page is fetched again because photos came. */
export const refreshMargin = 24
/** The gateway's limit for one page. */
export const mostInOnePage = 500
