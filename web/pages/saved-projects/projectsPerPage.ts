/** The page size. */
export const projectsPerPage = 10
