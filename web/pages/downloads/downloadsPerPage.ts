/** The page size: enough to fill two large screens. */
export const downloadsPerPage = 20
