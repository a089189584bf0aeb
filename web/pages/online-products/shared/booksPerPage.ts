/** The page size. The GraphQL query repeats this number. It fills rows of two, three and four books. */
export const booksPerPage = 12
