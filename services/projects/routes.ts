import { z } from 'zod'
import { accountOf, callerOf } from '../platform/access.ts'
import { idOr, nothing, orProblem, type ServiceApp } from '../platform/contract.ts'
import { notFound, Problem } from '../platform/problems.ts'
import { asUuids, integer } from '../platform/requests.ts'
import { deleteProject, type ExpectedVersion, restoreProject, saveProject } from './changes.ts'
import {
  findProject,
  findProjects,
  findUsing,
  listProjects,
  photosOf,
  type ProjectSummary,
  summarizeProject,
} from './reading.ts'
import { photosKeptUntil } from './printable.ts'
import { contentSchema, projectSchema, projectWithPhotosSchema, toWirePhotos, toWireProject } from './wireSchemas.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import type { Platform } from '../platform/platform.ts'
import type { ProjectsTables } from './tables.ts'

/** Maximum number of projects that one answer has. */
const maximumPage = 100

const noSuchAccount = () => notFound('There is no such account.')
const noSuchProject = () => notFound('There is no such project.')
const projectParams = z.object({ id: idOr(noSuchProject) })
const projectMissing = { 404: ['NOT_FOUND'] }
const badVersion = () => new Problem(400, 'INVALID_REQUEST', 'If-Match must be a version such as "3", or *.')

const listOfAccount = {
  summary: 'Lists the saved projects of the account',
  description:
    'Sorted by the date of the last change, newest first. `list=deleted`, our addition, lists the deleted projects that can be restored.',
  params: z.object({ accountId: idOr(noSuchAccount) }),
  querystring: z.object({
    skip: integer.default(0).describe('0 to 9999, by default 0'),
    limit: integer.pipe(z.number().min(1).max(maximumPage)).default(10).describe('1 to 100, by default 10'),
    list: z.enum(['saved', 'deleted']).default('saved'),
  }),
  response: { 200: z.object({ projects: z.array(projectSchema), totalCount: z.number().int() }) },
  problems: projectMissing,
}

const read = {
  summary: 'Reads a project with its photos',
  description: 'The header ETag has the version. Our addition to the specification.',
  params: projectParams,
  response: { 200: projectWithPhotosSchema },
  problems: projectMissing,
}

const save = {
  summary: 'Creates or replaces a project',
  description:
    'The id is a UUID that the editor chooses. A new project needs no header. To replace a project, send If-Match with the version that was ' +
    'read, such as `"3"`, or with `*` for any version. A request that is repeated because its answer was lost changes nothing, and is answered with the stored ' +
    'project. Our addition to the specification.',
  params: projectParams,
  headers: z.looseObject({
    'if-match': orProblem(
      z
        .string()
        .regex(/^(\*|"\d{1,9}")$/)
        .optional(),
      badVersion,
    ),
  }),
  body: contentSchema,
  response: { 200: projectSchema, 201: projectSchema },
  problems: {
    ...projectMissing,
    409: ['PROJECT_DELETED', 'TOO_MANY_PROJECTS'],
    412: ['VERSION_CHANGED'],
    428: ['VERSION_REQUIRED'],
  },
}

const remove = {
  summary: 'Deletes a project',
  description: 'The project can be restored for 30 days. Deleting it again changes nothing.',
  params: projectParams,
  response: { 204: nothing },
  problems: projectMissing,
}

const restore = {
  summary: 'Restores a deleted project',
  description: 'Restoring it again changes nothing. Our addition to the specification.',
  params: projectParams,
  response: { 200: projectSchema },
  problems: { ...projectMissing, 409: ['TOO_MANY_PROJECTS'] },
}

const lookup = {
  summary: 'Finds projects of the account by their ids',
  description:
    'Saved projects, and deleted ones that can be restored, in no particular order. Unknown ids are left out. Our addition to the specification.',
  body: z.object({ projectIds: z.array(z.string().max(1_024)).max(maximumPage) }),
  response: { 200: z.object({ projects: z.array(projectSchema) }) },
}

const using = {
  summary: 'Finds the saved projects of the account that use any of these photos',
  description:
    'The answer has the projects (most recently changed first, at most 100), the number of all such projects, and ' +
    'those of the photos that they use. Our addition to the specification.',
  body: z.object({ photoIds: z.array(z.string().max(1_024)).max(500) }),
  response: {
    200: z.object({ projects: z.array(projectSchema), totalCount: z.number().int(), photoIds: z.array(z.uuid()) }),
  },
}

/** Registers the routes for customers and editors, each for their own projects. */
export function registerProjectRoutes(app: ServiceApp, platform: Platform, database: Kysely<ProjectsTables>): void {
  const toWire = async (request: FastifyRequest, project: ProjectSummary) =>
    toWireProject(project, await photosKeptUntil(platform, callerOf(request)))

  const toWireList = async (request: FastifyRequest, projects: readonly ProjectSummary[]) => {
    const keptUntil = projects.length > 0 ? await photosKeptUntil(platform, callerOf(request)) : null
    return projects.map((project) => toWireProject(project, keptUntil))
  }

  app.get('/api/v2/projects/:accountId', { schema: listOfAccount }, async (request) => {
    const { id: accountId } = accountOf(request)
    if (request.params.accountId !== accountId) throw noSuchAccount()
    const { projects, count } = await listProjects(database, accountId, request.query)
    return { projects: await toWireList(request, projects), totalCount: count }
  })

  app.get('/api/v2/project/:id', { schema: read }, async (request, reply) => {
    const found = await findProject(database, accountOf(request).id, request.params.id)
    if (!found) throw noSuchProject()
    const project = await summarizeProject(database, found)
    sendVersion(reply, project)
    return { ...(await toWire(request, project)), ...toWirePhotos(await photosOf(database, project)) }
  })

  app.put('/api/v2/project/:id', { schema: save }, async (request, reply) => {
    const key = { accountId: accountOf(request).id, id: request.params.id }
    const expected = versionIn(request.headers['if-match'])
    const { isNew, project } = await saveProject(platform, database, key, request.body, expected)
    sendVersion(reply, project)
    return reply.status(isNew ? 201 : 200).send(await toWire(request, project))
  })

  app.delete('/api/v2/project/:id', { schema: remove }, async (request, reply) => {
    if (!(await deleteProject(platform, database, accountOf(request).id, request.params.id))) throw noSuchProject()
    return reply.status(204).send()
  })

  app.put('/api/v2/project/:id/restore', { schema: restore }, async (request, reply) => {
    const project = await restoreProject(platform, database, accountOf(request).id, request.params.id)
    if (!project) throw noSuchProject()
    sendVersion(reply, project)
    return toWire(request, project)
  })

  app.post('/api/v2/projects/lookup', { schema: lookup }, async (request) => {
    const found = await findProjects(database, accountOf(request).id, asUuids(request.body.projectIds))
    return { projects: await toWireList(request, found) }
  })

  app.post('/api/v2/projects/using', { schema: using }, async (request) => {
    const wanted = { photoIds: asUuids(request.body.photoIds), limit: maximumPage }
    const { projects, count, photoIds } = await findUsing(database, accountOf(request).id, wanted)
    return { projects: await toWireList(request, projects), totalCount: count, photoIds }
  })
}

function versionIn(header: string | undefined): ExpectedVersion {
  if (header === undefined) return undefined
  return header === '*' ? 'any' : Number(header.slice(1, -1))
}

function sendVersion(reply: FastifyReply, { version }: ProjectSummary): void {
  reply.header('etag', `"${version}"`)
}
