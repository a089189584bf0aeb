/** How many Vitest workers run at the same time. */
export const workers = 6
