/** The largest number of photos in one transfer to an editor. */
export const maxPhotosPerOrder = 1_000
