import { z } from 'zod'
import { idOr, nothing, type ServiceApp } from '../platform/contract.ts'
import { notFound } from '../platform/problems.ts'
import { noSuchWidget, privateAccountOf } from './access.ts'
import { brandKeyOf } from './bookUrls.ts'
import type { WidgetsContext } from './context.ts'
import { endLink, listLinks, putPublicLink } from './links.ts'
import { codeOr } from './orderCodes.ts'
import { findWidget } from './reading.ts'
import { toWireLink } from './wireLinks.ts'
import { linkSchema } from './wireSchemas.ts'

const noSuchLink = () => notFound('There is no such link.')

const ofWidget = { 403: ['PRIVATE_ONLY'], 404: ['NOT_FOUND'] }
const params = z.object({ id: codeOr(noSuchWidget) })

const list = {
  summary: 'Lists the links of a widget',
  description: 'Newest first, including links that have ended. Our addition to the specification.',
  params,
  response: { 200: z.object({ links: z.array(linkSchema) }) },
  problems: ofWidget,
}

const end = {
  summary: 'Ends a link for good',
  description:
    'Ending it again changes nothing. The link of a gallery entry ends with its entry. Our addition to the specification.',
  params: params.extend({ linkId: idOr(noSuchLink) }),
  response: { 204: nothing },
  problems: ofWidget,
}

const putPublic = {
  summary: 'Makes the public link of a widget',
  description: 'Repeated calls answer the same link until it is ended. Our addition to the specification.',
  params,
  response: { 200: linkSchema },
  problems: { ...ofWidget, 409: ['BLOCKED', 'NOT_READY'] },
}

/** Registers the routes by which private customers read and end the links of their widgets. */
export function registerLinkRoutes(app: ServiceApp, context: WidgetsContext): void {
  const { database } = context

  app.get('/v1/widget/:id/links', { schema: list }, async (request) => {
    const { id: accountId } = privateAccountOf(request)
    if (!(await findWidget(database, accountId, request.params.id))) throw noSuchWidget()
    const links = await listLinks(database, accountId, request.params.id)
    return { links: links.map((link) => toWireLink(context, link)) }
  })

  app.delete('/v1/widget/:id/links/:linkId', { schema: end }, async (request, reply) => {
    const { id: code, linkId } = request.params
    const isEnded = await endLink(database, { accountId: privateAccountOf(request).id, code, linkId })
    if (!isEnded) throw noSuchLink()
    return reply.status(204).send()
  })

  app.put('/v1/widget/:id/public-link', { schema: putPublic }, async (request) => {
    const account = privateAccountOf(request)
    const own = { accountId: account.id, code: request.params.id, brand: brandKeyOf(context.platform, account) }
    return toWireLink(context, await putPublicLink(context, own))
  })
}
