/** The element id of the section with the public link on a book's page. URLs with this hash scroll to the section. */
export const publicLinkSectionId = 'public-link'
