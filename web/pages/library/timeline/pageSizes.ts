/** Photos that a month shows at first, and that each press of '+N' adds. */
export const monthPageSize = 24
/** The gateway's limit for one page. */
export const mostInOnePage = 500
/** From this press on, the month keeps filling by itself as one scrolls. */
export const pressesUntilAutomatic = 3
