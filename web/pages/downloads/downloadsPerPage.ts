/** As many as fill two large screens. */
export const downloadsPerPage = 20
