import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { SavedProject, SavedProjects } from './savedProjects.ts'
import { accountOf } from './tokens.ts'

type ProjectsOf = (accountId: string) => SavedProjects

interface Request {
  Params: { id: string; accountId: string; code: string }
  Querystring: { skip?: string; limit?: string; list?: string; codes?: string }
  Body: { projectIds: string[]; photoIds: string[]; query: string }
}

const product = { code: 'PAP_370', title: 'Photo book', articleType: 'PhotoBook', productionDays: 4, variants: [] }
const cutoff = {
  country: 'NL',
  campaign: 'christmas',
  title: 'Christmas',
  deliveredBy: '2026-12-24',
  orderBy: '2026-12-17',
  isOpen: true,
}
const campaign = {
  name: 'christmas',
  title: 'Christmas',
  starts: '2026-11-01',
  ends: '2026-12-24',
  isActive: false,
  countries: ['NL'],
  articleGroups: ['PhotoBook'],
}
const channel = {
  ID: 'k',
  Vendor: { ID: 'keepsake', Locale: 'en-GB' },
  ShopUrl: 'https://shop.test/',
  Currency: { ID: 'EUR' },
}
const article = {
  ID: 'PAP_370',
  ArticleType: 'PhotoBook',
  Title: 'Photo book',
  PageHeight: 210,
  PageWidth: 210,
  Visible: true,
  Links: [],
  Paper: { ID: 'Paper', Options: [{ ID: 'matt', Title: 'Matt' }] },
}

/** The code of the ordered product whose PDF an account has. */
export function pdfCodeOf(accountId: string): string {
  return `K-${accountId.slice(-1).toUpperCase()}-1`
}

/** Registers the routes of saved projects, products and merchandise. All of them require a token. */
export function registerCatalogue(app: FastifyInstance, projectsOf: ProjectsOf): void {
  void app.register(async (routes) => {
    routes.addHook('preHandler', async (request, reply) =>
      request.headers.authorization === undefined ? reply.code(401).send({ status: 401 }) : undefined,
    )
    registerProjects(routes, (request) => projectsOf(accountIn(request)))
    registerProducts(routes)
    routes.post<Request>('/merchandise/graphql', async ({ body }) =>
      body.query.includes('Channels(') ? { data: { Channels: [channel] } } : { data: { Articles: [article] } },
    )
  })
}

function registerProjects(app: FastifyInstance, projectsOf: (request: FastifyRequest) => SavedProjects): void {
  app.get<Request>('/projects/api/v2/projects/:accountId', async (request, reply) => {
    if (request.params.accountId !== accountIn(request)) return missing(reply)
    const { skip = '0', limit = '10', list } = request.query
    const { saved, deleted } = projectsOf(request)
    const all = list === 'deleted' ? deleted : saved
    const maximum = Math.min(100, Number(limit))
    return { projects: all.slice(Number(skip), Number(skip) + maximum), totalCount: all.length }
  })
  app.post<Request>('/projects/api/v2/projects/lookup', async (request) => {
    const { saved, deleted } = projectsOf(request)
    return { projects: [...saved, ...deleted].filter(({ id }) => request.body.projectIds.includes(id)) }
  })
  app.post<Request>('/projects/api/v2/projects/using', async (request) => {
    const { photoIds } = request.body
    const projects = projectsOf(request).saved.filter((project) => photoIds.some((id) => uses(project, id)))
    const used = photoIds.filter((id) => projects.some((project) => uses(project, id)))
    return { projects, totalCount: projects.length, photoIds: used }
  })
  app.delete<Request>('/projects/api/v2/project/:id', async (request, reply) =>
    projectsOf(request).delete(request.params.id) ? reply.code(204).send() : missing(reply),
  )
  app.put<Request>(
    '/projects/api/v2/project/:id/restore',
    async (request, reply) => projectsOf(request).restore(request.params.id) ?? missing(reply),
  )
}

function uses({ thumbnailPhotoIds = [] }: SavedProject, photoId: string): boolean {
  return thumbnailPhotoIds.includes(photoId)
}

function registerProducts(app: FastifyInstance): void {
  app.get<Request>('/products/v1/Products', async ({ query }) => ({
    products: (query.codes ?? '').split(',').includes(product.code) ? [product] : [],
  }))
  app.get<Request>('/products/v1/Products/:code', async ({ params }, reply) =>
    params.code === product.code ? product : missing(reply),
  )
  app.get('/products/v1/ArticleGroup', async () => ({
    articleGroups: [{ code: 'PhotoBook', title: 'Photo books', productCodes: [product.code], cutoffs: [cutoff] }],
  }))
  app.get<Request>('/products/v1/Campaign/:code', async () => campaign)
  app.get('/products/v1/Pdfs/me', async (request) => ({
    pdfs: [{ productCode: pdfCodeOf(accountIn(request)), uploaded: '2026-03-01T09:00:00.000Z' }],
  }))
  app.get<Request>('/products/v1/pdf/me/:code/url', async (request, reply) =>
    request.params.code === pdfCodeOf(accountIn(request))
      ? { url: `https://files.test/${request.params.code}.pdf` }
      : missing(reply),
  )
}

function accountIn({ headers }: FastifyRequest): string {
  return accountOf((headers.authorization ?? '').slice('Bearer '.length))
}

function missing(reply: FastifyReply): FastifyReply {
  return reply.code(404).send({ status: 404, code: 'NOT_FOUND' })
}
