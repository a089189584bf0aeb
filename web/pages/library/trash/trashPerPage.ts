/** The page size: enough to fill two large screens. */
export const trashPerPage = 100

/** The most that one request can fetch. */
export const mostPerRequest = 500
