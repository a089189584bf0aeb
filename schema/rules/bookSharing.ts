/** Maximum length of a sender's name, and of the title of a gallery entry, in characters. */
export const longestName = 100
/** Maximum length of a message to a recipient, and of the description of a gallery entry, in characters. */
export const longestMessage = 2_000
