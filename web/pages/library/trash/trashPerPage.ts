/** The page size: enough to fill two large screens. */
export const trashPerPage = 100

/** The largest number of photos in one request. */
export const maximumPerRequest = 500
