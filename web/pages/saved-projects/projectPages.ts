import { perSession } from '../../app/Session.ts'
import { NumberedPages } from '../../shared/page-links/NumberedPages.ts'
import { projectsPerPage } from './projectsPerPage.ts'

/** The pages of saved projects in Relay's store. */
export const projectPagesOf = perSession(() => new NumberedPages('projects', projectsPerPage))
