/** How many photos the pages of a collection have. */
export interface PageSizes {
  readonly first: number
  /** Photos that a press of '+N' adds. */
  readonly pressed: number
  readonly automatic: number
  /** After this many presses of '+N', pages are loaded automatically while the customer scrolls. */
  readonly pressesUntilAutomatic: number
}

/** The size of the first page in a view of many collections. */
export const smallPageSize = 24

/** Each page waits for the cursor of the previous page: pages four times as large load four times as fast. */
const automaticPageSize = 96

/** For a view of many collections: each shows a few photos and a '+N' button. */
export const smallPages: PageSizes = {
  first: smallPageSize,
  pressed: smallPageSize,
  automatic: automaticPageSize,
  pressesUntilAutomatic: 3,
}

/** For a view of one collection: all photos are loaded automatically. */
export const largePages: PageSizes = { first: 500, pressed: 500, automatic: 500, pressesUntilAutomatic: 0 }

/**
 * For a view of one collection with an element before the first photo: the first page has one photo less, so that its
 * rows are full.
 */
export const largePagesAfterLead: PageSizes = { ...largePages, first: 499 }

/**
 * The number of photos for which space is reserved while pages load automatically. The collections below then move only
 * while they are off screen.
 */
export const photosReserved = 3 * automaticPageSize
/** How many additional photos a refresh asks for, because photos may have been added. */
export const refreshMargin = 24
/** The gateway's limit for one page. */
export const maximumPageSize = 500
