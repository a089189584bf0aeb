import { randomUUID } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { BrandTexts } from './brandTexts.ts'
import { content, type ServiceApp } from './contract.ts'
import { acceptForms, renderUnsubscribePage, unsubscribeHeaders, type UnsubscribePage } from './unsubscribePage.ts'

/** Where the reader unsubscribes: on our page, or in a mail program. */
export type UnsubscribePlace = 'unsubscribePage' | 'mailProgram'

/** How the unsubscribe links of one kind of mail work. `Link` is what is known about a valid link. */
export interface UnsubscribeLinks<Link> {
  /** The path of the pages at the service: `/unsubscribe`. The token follows. */
  readonly path: string
  /** The last segment of the path that undoes the unsubscription: `subscribe`. */
  readonly undoPath: string
  readonly summaries: { readonly show: string; readonly stop: string; readonly undo: string }
  /**
   * Reads the state of a link, and changes nothing. Here and in the functions below, undefined means that the link is
   * not valid.
   */
  read(token: string): Promise<Link | undefined>
  /** Stops the mails. Repeated calls change nothing. */
  stop(token: string, place: UnsubscribePlace): Promise<Link | undefined>
  undo(token: string): Promise<Link | undefined>
  textsOf(request: FastifyRequest, link: Link | undefined): Promise<BrandTexts>
  pageOf(texts: BrandTexts, shown: ShownLink<Link>): UnsubscribePage
}

/** What a page shows. */
export interface ShownLink<Link> {
  readonly token: string
  readonly link: Link | undefined
  /** True after a request to undo. */
  readonly isUndone: boolean
}

const config = { access: 'public' } as const
const params = z.object({ token: z.string() })
const page = (what: string) => content('text/html', what)
const response = {
  200: page('A page that says what was done, or what can be done'),
  400: page('The page of the link: the request had no `List-Unsubscribe=One-Click`, so nothing was done'),
  404: page('A page: the link is not valid'),
}

/**
 * Registers the page behind `List-Unsubscribe` (RFC 8058). Programs that check mails open every link, so opening it
 * changes nothing. Mail programs unsubscribe with a POST, and readers with the button on the page.
 */
export function registerUnsubscribeRoutes<Link>(app: ServiceApp, links: UnsubscribeLinks<Link>): void {
  const { path, undoPath, summaries } = links
  const show = { summary: summaries.show, description: 'Changes nothing.', params, response }
  const stop = {
    summary: summaries.stop,
    description:
      'The form has the field `List-Unsubscribe` with the value `One-Click`. Needs no cookie. Repeated requests change nothing.',
    params,
    response,
  }
  const undo = { summary: summaries.undo, params, response }
  const send = createSend(links)

  void app.register(async (forms: ServiceApp) => {
    acceptForms(forms)
    forms.get(`${path}/:token`, { config, schema: show }, async (request, reply) => {
      const { token } = request.params
      return send(request, reply, { token, link: await links.read(token), isUndone: false })
    })
    forms.post(`${path}/:token`, { config, schema: stop }, async (request, reply) => {
      const { token } = request.params
      const fields = request.body instanceof FormData ? request.body : new FormData()
      const isClick = fields.get('List-Unsubscribe') === 'One-Click'
      const place = fields.get('from') === 'page' ? 'unsubscribePage' : 'mailProgram'
      const link = isClick ? await links.stop(token, place) : await links.read(token)
      return send(request, reply, { token, link, isUndone: false }, isClick ? 200 : 400)
    })
    forms.post(`${path}/:token/${undoPath}`, { config, schema: undo }, async (request, reply) => {
      const { token } = request.params
      return send(request, reply, { token, link: await links.undo(token), isUndone: true })
    })
  })
}

function createSend<Link>(links: UnsubscribeLinks<Link>) {
  return async (
    request: FastifyRequest,
    reply: FastifyReply,
    shown: ShownLink<Link>,
    status: 200 | 400 = 200,
  ): Promise<FastifyReply> => {
    const texts = await links.textsOf(request, shown.link)
    const nonce = randomUUID()
    return reply
      .status(shown.link === undefined ? 404 : status)
      .headers(unsubscribeHeaders(nonce))
      .type('text/html; charset=utf-8')
      .send(renderUnsubscribePage(texts, links.pageOf(texts, shown), nonce))
  }
}
