import { randomUUID } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type BrandTexts, createBrandTexts } from '../../platform/brandTexts.ts'
import { content, type ServiceApp } from '../../platform/contract.ts'
import {
  acceptForms,
  pageFields,
  renderUnsubscribePage,
  unsubscribeHeaders,
  type UnsubscribePage,
} from '../../platform/unsubscribePage.ts'
import { textsOf } from '../book/readers.ts'
import type { WidgetsContext } from '../context.ts'
import { readStop, stopMails, undoStop } from './recipients.ts'

const config = { access: 'public' } as const
const params = z.object({ token: z.string() })
const page = (what: string) => content('text/html', what)
const response = {
  200: page('A page that says what was done, or what can be done'),
  400: page('The page of the link: the request had no `List-Unsubscribe=One-Click`, so nothing was done'),
  404: page('A page: the link is not valid'),
}
const show = {
  summary: 'Shows the page that stops mails with books',
  description: 'Changes nothing.',
  params,
  response,
}
const stop = {
  summary: 'Stops all mails with books to a recipient, with one click (RFC 8058)',
  description:
    'The form has the field `List-Unsubscribe` with the value `One-Click`. Needs no cookie. Can be repeated.',
  params,
  response,
}
const undo = { summary: 'Undoes the stop, within a day', params, response }

/** Where the edge shows these pages (`edge/routing.ts`). */
const publicPath = '/books/stop'

/**
 * Registers the page with which a recipient stops the mails of all customers. Programs that check mails open every link,
 * so opening it changes nothing.
 */
export function registerStopRoutes(app: ServiceApp, { platform, database, tokens }: WidgetsContext): void {
  const textsFor = createBrandTexts(platform)

  const send = async (request: FastifyRequest, reply: FastifyReply, token: string, status: 200 | 400 = 200) => {
    const texts = await textsOf(request, textsFor)
    const addressHash = tokens.readRecipient(token)
    const nonce = randomUUID()
    const shown =
      addressHash === null ? invalidPage(texts) : pageOf(texts, token, await readStop(database, addressHash))
    return reply
      .status(addressHash === null ? 404 : status)
      .headers(unsubscribeHeaders(nonce))
      .type('text/html; charset=utf-8')
      .send(renderUnsubscribePage(texts, shown, nonce))
  }

  void app.register(async (forms: ServiceApp) => {
    acceptForms(forms)
    forms.get('/books/stop/:token', { config, schema: show }, async (request, reply) =>
      send(request, reply, request.params.token),
    )
    forms.post('/books/stop/:token', { config, schema: stop }, async (request, reply) => {
      const { token } = request.params
      const isClick = request.body instanceof FormData && request.body.get('List-Unsubscribe') === 'One-Click'
      const addressHash = tokens.readRecipient(token)
      if (isClick && addressHash !== null) await stopMails(database, addressHash)
      return send(request, reply, token, isClick ? 200 : 400)
    })
    forms.post('/books/stop/:token/undo', { config, schema: undo }, async (request, reply) => {
      const { token } = request.params
      const addressHash = tokens.readRecipient(token)
      if (addressHash !== null) await undoStop(database, addressHash)
      return send(request, reply, token)
    })
  })
}

function invalidPage({ text }: BrandTexts): UnsubscribePage {
  return { title: text('bookMails.invalidTitle'), text: text('bookMails.invalid') }
}

function pageOf(
  { text }: BrandTexts,
  token: string,
  { isStopped, canUndo }: { readonly isStopped: boolean; readonly canUndo: boolean },
): UnsubscribePage {
  const path = `${publicPath}/${token}`
  if (!isStopped) {
    const form = { action: path, label: text('bookMails.confirm'), fields: pageFields }
    return { title: text('bookMails.askTitle'), text: text('bookMails.ask'), form }
  }
  const done = { title: text('bookMails.doneTitle'), text: text('bookMails.done') }
  return canUndo ? { ...done, form: { action: `${path}/undo`, label: text('bookMails.undo'), fields: {} } } : done
}
