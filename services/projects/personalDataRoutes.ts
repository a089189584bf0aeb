import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { ServiceApp } from '../platform/contract.ts'
import { listOfAccount, pageOfRows } from '../platform/personalData.ts'
import { listAllProjects } from './reading.ts'
import type { ProjectsTables } from './tables.ts'
import { projectSchema, toWireProject } from './wireSchemas.ts'

/** The omitted fields are for lists on pages, and change with the photos of the account. */
const item = projectSchema.omit({ printableUntil: true, thumbnailPhotoIds: true })
const projects = listOfAccount(
  'Lists the saved projects of an account, and those that can be restored',
  item,
  z.uuid().toLowerCase(),
)

/** Registers the route from which the customers service reads what this service stores about an account. */
export function registerPersonalData(app: ServiceApp, database: Kysely<ProjectsTables>): void {
  app.get('/accounts/:accountId/personal-data/projects', projects, async ({ params, query: { after, limit } }) => {
    const rows = await listAllProjects(database, params.accountId, { after, limit: limit + 1 })
    const { items, next } = pageOfRows(rows, limit, ({ id }) => id)
    return { items: items.map((project) => item.parse(toWireProject(project, null))), next }
  })
}
