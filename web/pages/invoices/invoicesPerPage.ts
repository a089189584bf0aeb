/** The page size. The query of the page has it as a number. */
export const invoicesPerPage = 10
