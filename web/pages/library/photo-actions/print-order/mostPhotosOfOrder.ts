/** How many photos can be handed to an editor at once. */
export const mostPhotosOfOrder = 1_000
