/** The page size. The GraphQL query repeats this number. */
export const projectsPerPage = 10
