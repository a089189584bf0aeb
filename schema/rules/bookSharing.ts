/** The longest name of a sender, and the longest title of a gallery entry, in characters. */
export const longestName = 100
/** The longest message to a recipient, and the longest description of a gallery entry, in characters. */
export const longestMessage = 2_000
