/** The element id of the section with the public link on a book's page. Addresses with this hash lead to it. */
export const publicLinkSectionId = 'public-link'
