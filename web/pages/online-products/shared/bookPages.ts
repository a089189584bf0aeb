import { perSession } from '../../../app/Session.ts'
import { NumberedPages } from '../../../shared/page-links/NumberedPages.ts'
import { booksPerPage } from './booksPerPage.ts'

/** The pages of online books in Relay's store. */
export const bookPagesOf = perSession(() => new NumberedPages('widgets', booksPerPage))
