/** Maximum number of saved projects per account. */
export const maximumProjects = 500

/** Maximum number of photos per project. */
export const maximumPhotos = 1_000

/** How long a deleted project can be restored. */
export const daysRestorable = 30

/**
 * Maximum number of deleted projects per account that can be restored. Without a limit, a client could fill the disk by
 * saving and deleting in turns.
 */
export const maximumDeleted = 100
