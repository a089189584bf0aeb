/** Maximum number of saved projects per account. */
export const maximumProjects = 500

/** Maximum number of photos per project. */
export const maximumPhotos = 1_000

/** How long a deleted project can be restored. */
export const daysRestorable = 30

/** How many deleted projects of an account can be restored. Otherwise saving and deleting in turns could fill the disk. */
export const maximumDeleted = 100
