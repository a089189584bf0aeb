import { randomUUID } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import { type BrandTexts, createBrandTexts } from '../platform/brandTexts.ts'
import { content, type ServiceApp } from '../platform/contract.ts'
import { localeOf } from '../platform/locales.ts'
import type { Platform } from '../platform/platform.ts'
import {
  acceptForms,
  pageFields,
  renderUnsubscribePage,
  unsubscribeHeaders,
  type UnsubscribePage,
} from '../platform/unsubscribePage.ts'
import type { MailingTables } from './tables.ts'
import { readUnsubscribeLink, returnByLink, type UnsubscribeLink, unsubscribeByLink } from './unsubscribeLinks.ts'

const config = { access: 'public' } as const
const params = z.object({ token: z.string() })
const page = (what: string) => content('text/html', what)
const response = {
  200: page('A page that says what was done, or what can be done'),
  400: page('The page of the link: the request had no `List-Unsubscribe=One-Click`, so nothing was done'),
  404: page('A page: the link is not valid'),
}
const show = { summary: 'Shows the page of a link to unsubscribe', description: 'Changes nothing.', params, response }
const unsubscribe = {
  summary: 'Unsubscribes with one click (RFC 8058)',
  description:
    'The form has the field `List-Unsubscribe` with the value `One-Click`. Needs no cookie. Can be repeated.',
  params,
  response,
}
const subscribe = { summary: 'Undoes unsubscribing by this link, within a day', params, response }

/** Where the edge shows these pages (`edge/routing.ts`). */
const publicPath = '/newsletter/unsubscribe'

/**
 * Registers the page behind `List-Unsubscribe`. Programs that check mails open every link, so opening it changes
 * nothing. Mail programs unsubscribe by a POST, and readers by the button on the page.
 */
export function registerUnsubscribePages(app: ServiceApp, platform: Platform, database: Kysely<MailingTables>): void {
  const textsFor = createBrandTexts(platform)
  acceptForms(app)

  const send = async (request: FastifyRequest, reply: FastifyReply, answer: Answer): Promise<FastifyReply> => {
    const { link, status = link ? 200 : 404 } = answer
    // The language and the brand of the mail. Without a mail: those of the browser and the host.
    const texts = await textsFor(
      link?.profile ?? { locale: localeOf(request.headers['accept-language']), brand: labelOf(request) },
    )
    const nonce = randomUUID()
    const html = renderUnsubscribePage(texts, pageOf(texts, answer), nonce)
    return reply.status(status).headers(unsubscribeHeaders(nonce)).type('text/html; charset=utf-8').send(html)
  }

  app.get('/unsubscribe/:token', { config, schema: show }, async (request, reply) => {
    const { token } = request.params
    return send(request, reply, { token, link: await readUnsubscribeLink(database, token) })
  })
  app.post('/unsubscribe/:token', { config, schema: unsubscribe }, async (request, reply) => {
    const { token } = request.params
    const fields = request.body instanceof FormData ? request.body : new FormData()
    if (fields.get('List-Unsubscribe') !== 'One-Click') {
      const link = await readUnsubscribeLink(database, token)
      return send(request, reply, { token, link, status: link ? 400 : 404 })
    }
    const place = fields.get('from') === 'page' ? 'unsubscribePage' : 'mailProgram'
    return send(request, reply, { token, link: await unsubscribeByLink(database, token, place) })
  })
  app.post('/unsubscribe/:token/subscribe', { config, schema: subscribe }, async (request, reply) => {
    const { token } = request.params
    return send(request, reply, { token, link: await returnByLink(database, token), hasReturned: true })
  })
}

/** What a page shows. */
interface Answer {
  readonly token: string
  /** Undefined: the link is not valid. */
  readonly link: UnsubscribeLink | undefined
  /** True after a request to subscribe again. */
  readonly hasReturned?: boolean
  readonly status?: 200 | 400 | 404
}

function pageOf({ brand, text }: BrandTexts, { token, link, hasReturned = false }: Answer): UnsubscribePage {
  const values = { brand: brand.name }
  const settings = { url: `${new URL(brand.uploadUrl).origin}/settings`, label: text('unsubscribe.settings') }
  if (!link)
    return { title: text('unsubscribe.invalidTitle'), text: text('unsubscribe.invalid', values), link: settings }
  const path = `${publicPath}/${encodeURIComponent(token)}`
  const { profile, canReturn } = link
  if (profile.state === 'subscribed' && hasReturned) {
    return { title: text('unsubscribe.againTitle'), text: text('unsubscribe.again', values) }
  }
  if (profile.state === 'subscribed' || profile.state === 'pending') {
    const form = { action: path, label: text('unsubscribe.confirm'), fields: pageFields }
    return { title: text('unsubscribe.askTitle'), text: text('unsubscribe.ask', values), form }
  }
  const done = { title: text('unsubscribe.doneTitle'), text: text('unsubscribe.done', values) }
  if (!canReturn) return { ...done, link: settings }
  return { ...done, form: { action: `${path}/subscribe`, label: text('unsubscribe.undo'), fields: {} } }
}

/** The first label of the host, which may be the key of a brand. */
function labelOf({ host }: FastifyRequest): string {
  return host.split('.', 1)[0] ?? ''
}
