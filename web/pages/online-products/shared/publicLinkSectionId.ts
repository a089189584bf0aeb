/** The part of a book's page with the public link. Addresses with this hash lead to it. */
export const publicLinkSectionId = 'public-link'
