import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { longestMessage as longestDescription, longestName as longestTitle } from '../../../schema/rules/bookSharing.ts'
import { visibleText } from '../../../schema/rules/visibleText.ts'
import { nothing, orProblem, type ServiceApp } from '../../platform/contract.ts'
import { localeOf } from '../../platform/locales.ts'
import { oneLine } from '../../platform/mailHeaders.ts'
import { notFound, Problem } from '../../platform/problems.ts'
import { integer } from '../../platform/requests.ts'
import { noSuchWidget, privateAccountOf } from '../access.ts'
import { bookUrl } from '../bookUrls.ts'
import type { WidgetsContext } from '../context.ts'
import { codeOr, isOrderCode, orderCode } from '../orderCodes.ts'
import { findWidget } from '../reading.ts'
import { galleryEntrySchema } from '../wireSchemas.ts'
import { isCategory, listCategories } from './categories.ts'
import {
  createEntry,
  deleteEntry,
  type Entry,
  type EntryKey,
  findEntries,
  findEntry,
  listGallery,
  replaceEntry,
} from './entries.ts'

const noSuchEntry = () => notFound('There is no such entry.')
// The pattern excludes characters that the database refuses.
const channel = z.string().regex(/^[\w-]{1,20}$/, 'not a channel')
const texts = z.object({
  title: z.string().max(10_000),
  description: z.string().max(10_000),
  categoryIds: z.array(z.string().max(50)).max(20),
})
const invalid = ['UNKNOWN_CATEGORY', 'INVALID_TITLE', 'INVALID_DESCRIPTION']
const one = {
  params: z.object({ id: codeOr(noSuchEntry) }),
  querystring: z.object({ channel: orProblem(channel, noSuchEntry) }),
}
const ofEntry = { 403: ['PRIVATE_ONLY'], 404: ['NOT_FOUND'] }
const badVersion = () => new Problem(400, 'INVALID_REQUEST', 'If-Match must be a version such as "3", or *.')

const create = {
  summary: 'Publishes a widget in the gallery of a shop',
  body: texts.extend({ widgetId: orderCode, channel }),
  response: { 201: galleryEntrySchema },
  problems: { ...ofEntry, 409: ['ENTRY_EXISTS', 'BLOCKED', 'NOT_READY'], 422: [...invalid, 'UNKNOWN_CHANNEL'] },
}
const read = { summary: 'Reads an entry', ...one, response: { 200: galleryEntrySchema }, problems: ofEntry }
const replace = {
  summary: 'Replaces the texts of an entry',
  description: 'Without If-Match, any version is replaced.',
  ...one,
  headers: z.looseObject({
    'if-match': orProblem(
      z
        .string()
        .regex(/^(\*|"\d{1,9}")$/)
        .optional(),
      badVersion,
    ),
  }),
  body: texts,
  response: { 200: galleryEntrySchema },
  problems: { ...ofEntry, 412: ['VERSION_CHANGED'], 422: invalid },
}
const remove = { summary: 'Removes an entry', ...one, response: { 204: nothing }, problems: ofEntry }
const codes = z
  .string()
  .max(2_000)
  .transform((value) =>
    value
      .split(',')
      .map((code) => code.toUpperCase())
      .filter(isOrderCode),
  )
const list = {
  summary: 'Lists the entries of the books of the account',
  querystring: z.object({ widgetIds: codes.pipe(z.array(z.string()).max(100)) }),
  response: { 200: z.object({ entries: z.array(galleryEntrySchema) }) },
  problems: { 403: ['PRIVATE_ONLY'] },
}
const gallery = {
  summary: 'Lists what the gallery of a shop shows',
  querystring: z.object({
    channel,
    categoryId: z
      .string()
      .regex(/^\w{1,50}$/, 'not a category')
      .optional(),
    skip: integer.default(0),
    limit: integer.pipe(z.number().min(1).max(100)).default(20),
  }),
  response: {
    200: z.object({
      entries: z.array(
        galleryEntrySchema.pick({ title: true, description: true, categoryIds: true, published: true }).extend({
          bookUrl: z.string(),
          coverUrl: z.string().nullable().describe('300 pixels wide. Null: the picture was lost.'),
        }),
      ),
      totalCount: z.number().int(),
    }),
  },
}
const categories = {
  summary: 'Lists the categories of galleries',
  response: { 200: z.object({ categories: z.array(z.object({ id: z.string(), name: z.string() })) }) },
}
const config = { access: 'public' } as const

/** Registers the routes of galleries. */
export function registerGalleryRoutes(app: ServiceApp, context: WidgetsContext): void {
  const { database } = context
  const { brands } = context.platform
  const urlOf = ({ channel: shop, link_id: linkId }: Entry) =>
    bookUrl(context.findOrigin(brands.ofChannel(shop)?.key ?? null), context.tokens.ofLink(linkId))
  const toWire = (entry: Entry) => ({
    ...textsOf(entry),
    widgetId: entry.code,
    channel: entry.channel,
    version: entry.version,
    bookUrl: entry.isShown ? urlOf(entry) : null,
  })
  const found = (entry: Entry | undefined) => {
    if (!entry) throw noSuchEntry()
    return toWire(entry)
  }

  app.post('/v1/galleryentries/', { schema: create }, async (request, reply) => {
    const { widgetId: code, channel: shop, ...given } = request.body
    const key = { accountId: privateAccountOf(request).id, code, channel: shop }
    if (!brands.ofChannel(shop)) throw new Problem(422, 'UNKNOWN_CHANNEL', 'There is no such channel.')
    return reply.status(201).send(toWire(await createEntry(context, key, checked(given))))
  })
  app.get('/v1/galleryentries/:id', { schema: read }, async (request) =>
    found(await findEntry(database, keyOf(request))),
  )
  app.put('/v1/galleryentries/:id', { schema: replace }, async (request) => {
    const key = keyOf(request)
    const match = request.headers['if-match']
    const expected = match === undefined || match === '*' ? null : Number(match.slice(1, -1))
    return found(await replaceEntry(database, key, checked(request.body), expected))
  })
  app.delete('/v1/galleryentries/:id', { schema: remove }, async (request, reply) => {
    const key = keyOf(request)
    if (!(await findWidget(database, key.accountId, key.code))) throw noSuchWidget()
    await deleteEntry(database, key)
    return reply.status(204).send()
  })
  app.get('/v1/galleryentries', { schema: list }, async (request) => {
    const listed = await findEntries(database, privateAccountOf(request).id, request.query.widgetIds)
    return { entries: listed.map(toWire) }
  })
  app.get('/v1/gallery', { config, schema: gallery }, async ({ query }) => {
    const { entries, count } = await listGallery(database, query)
    const shown = entries.map((entry) => ({
      ...textsOf(entry),
      bookUrl: urlOf(entry),
      // Not a signed URL of the file: the link is checked at each request, so the cover disappears as soon as the book
      // is blocked.
      coverUrl: entry.hasCover ? `${urlOf(entry)}/pages/1/300.jpg` : null,
    }))
    return { entries: shown, totalCount: count }
  })
  app.get('/v1/categories', { config, schema: categories }, async ({ headers }) => ({
    categories: listCategories(localeOf(headers['accept-language'])),
  }))
}

function keyOf(request: FastifyRequest<{ Params: { id: string }; Querystring: { channel: string } }>): EntryKey {
  return { accountId: privateAccountOf(request).id, code: request.params.id, channel: request.query.channel }
}

function textsOf(entry: Entry) {
  return {
    title: entry.title,
    description: entry.description,
    categoryIds: entry.category_ids,
    published: entry.published_at.toISOString(),
  }
}

/** Plain text with line breaks. */
function plainText(text: string): string {
  return visibleText(text.toWellFormed().replaceAll(/\r\n?/g, '\n'))
    .replaceAll(/[^\P{Cc}\n]/gu, ' ')
    .trim()
}

/** @throws Problem 422 that names the field */
function checked({ title, description, categoryIds }: z.infer<typeof texts>) {
  const clean = { title: oneLine(title), description: plainText(description), categoryIds: [...new Set(categoryIds)] }
  if (clean.title === '' || Array.from(clean.title).length > longestTitle)
    throw new Problem(422, 'INVALID_TITLE', `A title has 1 to ${longestTitle} characters.`)
  if (Array.from(clean.description).length > longestDescription)
    throw new Problem(422, 'INVALID_DESCRIPTION', `A description has at most ${longestDescription} characters.`)
  if (!clean.categoryIds.every(isCategory)) throw new Problem(422, 'UNKNOWN_CATEGORY', 'There is no such category.')
  return clean
}
