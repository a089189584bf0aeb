/**
 * The page size. The GraphQL query repeats this number. It is a multiple of 2, 3 and 4, the possible numbers of books
 * in a row.
 */
export const booksPerPage = 12
