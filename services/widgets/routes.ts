import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { nothing, type ServiceApp } from '../platform/contract.ts'
import { integer } from '../platform/requests.ts'
import { noSuchWidget, privateAccountOf } from './access.ts'
import { brandKeyOf } from './bookUrls.ts'
import { createOrRestore, deleteWidget } from './changes.ts'
import type { WidgetsContext } from './context.ts'
import { codeOr } from './orderCodes.ts'
import { findWidget, findWidgets, listWidgets, type WidgetSummary } from './reading.ts'
import { widgetSchema } from './wireSchemas.ts'
import { toWireWidget } from './wireWidgets.ts'

const maximumCodes = 100
const maximumPage = 100
const maximumCodeText = 10_000

const privateOnly = { 403: ['PRIVATE_ONLY'] }
const ofWidget = { ...privateOnly, 404: ['NOT_FOUND'] }
const params = z.object({ id: codeOr(noSuchWidget) })

const read = {
  summary: 'Reads the widget of an ordered photo book',
  description: 'The id is the code of the ordered line.',
  params,
  response: { 200: widgetSchema },
  problems: ofWidget,
}

const create = {
  summary: 'Creates or restores the widget of an ordered photo book',
  description:
    'A deleted widget is restored with its links. If no picture of the book could be copied, copying is tried again.',
  params,
  response: { 200: widgetSchema, 201: widgetSchema },
  problems: { ...ofWidget, 409: ['BLOCKED'], 503: ['UNAVAILABLE'] },
}

const remove = {
  summary: 'Deletes a widget',
  description:
    'All links of the widget end immediately. The widget can be restored for 30 days. Deleting it again changes nothing.',
  params,
  response: { 204: nothing },
  problems: ofWidget,
}

const ofOrders = {
  summary: 'Reads the widgets of several orders',
  description: 'Newest order first, with deleted widgets that can be restored. Unknown codes are left out.',
  querystring: z.object({
    orderCodes: z
      .string()
      .max(maximumCodeText)
      .transform((codes) => codes.split(',').map((code) => code.trim().toUpperCase()))
      .transform((codes) => codes.filter((code) => code !== '' && !code.includes('\0')))
      .pipe(z.array(z.string()).max(maximumCodes))
      .describe(`At most ${maximumCodes} codes of super orders or of their lines, separated by commas.`),
  }),
  response: { 200: z.object({ widgets: z.array(widgetSchema) }) },
  problems: privateOnly,
}

const list = {
  summary: 'Lists the widgets of the account',
  description: 'Newest order first, without deleted ones. Our addition to the specification.',
  querystring: z.object({
    skip: integer.default(0).describe('0 to 9999, by default 0'),
    limit: integer.pipe(z.number().min(1).max(maximumPage)).default(10).describe('1 to 100, by default 10'),
  }),
  response: { 200: z.object({ widgets: z.array(widgetSchema), totalCount: z.number().int() }) },
  problems: privateOnly,
}

/** Registers the routes by which private customers read, create and delete their widgets. */
export function registerWidgetRoutes(app: ServiceApp, context: WidgetsContext): void {
  const { database } = context
  const toWire = (request: FastifyRequest, widget: WidgetSummary) =>
    toWireWidget(context, widget, brandKeyOf(context.platform, privateAccountOf(request)))
  const toWireList = (request: FastifyRequest, widgets: readonly WidgetSummary[]) =>
    widgets.map((widget) => toWire(request, widget))

  app.get('/v1/widget/:id', { schema: read }, async (request) => {
    const widget = await findWidget(database, privateAccountOf(request).id, request.params.id)
    if (!widget) throw noSuchWidget()
    return toWire(request, widget)
  })

  app.post('/v1/widget/:id', { schema: create }, async (request, reply) => {
    const own = { accountId: privateAccountOf(request).id, code: request.params.id }
    const { isNew, widget } = await createOrRestore(context, own)
    return reply.status(isNew ? 201 : 200).send(toWire(request, widget))
  })

  app.delete('/v1/widget/:id', { schema: remove }, async (request, reply) => {
    const own = { accountId: privateAccountOf(request).id, code: request.params.id }
    if (!(await deleteWidget(context, own))) throw noSuchWidget()
    return reply.status(204).send()
  })

  app.get('/v1/widget/all', { schema: ofOrders }, async (request) => {
    const found = await findWidgets(database, privateAccountOf(request).id, request.query.orderCodes)
    return { widgets: toWireList(request, found) }
  })

  app.get('/v1/widgets', { schema: list }, async (request) => {
    const { widgets, count } = await listWidgets(database, privateAccountOf(request).id, request.query)
    return { widgets: toWireList(request, widgets), totalCount: count }
  })
}
