import type { FastifyRequest } from 'fastify'
import { errors } from 'oidc-provider'
import { z } from 'zod'
import { addressGroup } from '../../http/addressGroup.ts'
import { content, type ServiceApp } from '../platform/contract.ts'
import type { OpenTransaction, Platform } from '../platform/platform.ts'
import { admit } from './attempts.ts'
import type { Devices } from './devices.ts'
import { fieldsOf, lineOf, sendPage } from './forms.ts'
import { type LinkRequest, requestLink } from './linkMails.ts'
import { confirmByMailLink } from './mailLinks.ts'
import type { PageContextFor } from './pageContext.ts'
import type { Html } from '../platform/html.ts'
import type { PageContext } from './pages/layout.ts'
import {
  linkOpenedPage,
  linkRefusedPage,
  type LinkRequestForm,
  linkRequestPage,
  linkSentPage,
  linkUsedPage,
} from './pages/linkPages.ts'
import { isOwnForm } from './security.ts'
import { brake, type SignInParts } from './signIn.ts'

interface LinkOptions extends SignInParts {
  readonly devices: Devices
  readonly pageContextFor: PageContextFor
}

const page = (what: string) => content('text/html', what)
const config = { access: 'public' } as const
const querystring = z.object({ client: z.string().optional().catch(undefined) })
const response = {
  200: page('The page'),
  400: page('A page: this link was used already, has expired, or the form was not sent by our own page'),
  429: page('A page: too many requests'),
  503: page('A page: try again in a moment'),
}
const schema = { querystring, response, problems: { 503: ['UNAVAILABLE'] } }
const schemaOfLink = { ...schema, params: z.object({ token: z.string() }) }

/**
 * Registers the pages of mailed links. A link confirms the address of its account, and makes the browser a known device
 * of the account, so that attempts of strangers cannot delay its owner. A link does not sign the owner in: that still
 * requires the password.
 */
export function registerLinks(app: ServiceApp, options: LinkOptions): void {
  const { devices } = options
  registerRequestPage(app, options, {
    path: '/link',
    summaries: ['Shows the form to request a link by mail', 'Mails a link'],
    formPage: linkRequestPage,
    request: requestLink,
  })
  app.get(
    '/link/:token',
    { config, schema: { ...schemaOfLink, summary: 'Shows the page of a mailed link' } },
    async (request, reply) =>
      sendPage(
        reply,
        200,
        linkOpenedPage(await contextOf(options, request), pathOf(`/link/${request.params.token}`, request.query)),
      ),
  )
  app.post(
    '/link/:token',
    { config, schema: { ...schemaOfLink, summary: 'Uses a mailed link' } },
    async (request, reply) => {
      checkForm(options, request)
      const account = await confirmByMailLink(options, request.params.token)
      if (!account) {
        return sendPage(reply, 400, linkRefusedPage(await contextOf(options, request), pathOf('/link', request.query)))
      }
      devices.remember(request, reply, account)
      return sendPage(reply, 200, linkUsedPage(await contextOf(options, request)))
    },
  )
}

/** A page that asks for an e-mail address, to mail a link to it. */
interface RequestPage {
  readonly path: string
  /** What the page and its form do, for the description of the API. */
  readonly summaries: readonly [string, string]
  formPage(context: PageContext, form: LinkRequestForm): Html
  /** Queues the mail. An address without an account gets no mail, but the call takes the same time. */
  request(platform: Platform, change: OpenTransaction, request: LinkRequest): Promise<void>
}

/**
 * Registers a page that asks for an e-mail address. The answer to its form does not reveal whether the address has an
 * account.
 */
export function registerRequestPage(app: ServiceApp, options: LinkOptions, requested: RequestPage): void {
  const { platform, database } = options
  const { path, summaries } = requested
  app.get(path, { config, schema: { ...schema, summary: summaries[0] } }, async (request, reply) => {
    const form = { action: pathOf(path, request.query), email: '', lockedSeconds: null }
    return sendPage(reply, 200, requested.formPage(await contextOf(options, request), form))
  })
  app.post(path, { config, schema: { ...schema, summary: summaries[1] } }, async (request, reply) => {
    checkForm(options, request)
    const context = await contextOf(options, request)
    const email = lineOf(fieldsOf(request.body), 'email').slice(0, 254)
    const admission = await admit(database, [brake(platform, 'link', addressGroup(request.ip))])
    if (!admission.admitted) {
      const lockedSeconds = admission.retryAfterSeconds
      reply.header('retry-after', String(lockedSeconds))
      const form = { action: pathOf(path, request.query), email, lockedSeconds }
      return sendPage(reply, 429, requested.formPage(context, form))
    }
    const { client = '' } = request.query
    const { brand, messages } = context
    await database
      .transaction()
      .execute((change) =>
        requested.request(platform, change, { email, client, brand: brand.key, locale: messages.locale }),
      )
    return sendPage(reply, 200, linkSentPage(context))
  })
}

function checkForm({ platform }: LinkOptions, request: FastifyRequest): void {
  if (!isOwnForm(request, platform.config.publicUrl)) {
    throw new errors.SessionNotFound('the form was not sent by our own page')
  }
}

async function contextOf(
  { pageContextFor }: LinkOptions,
  request: FastifyRequest<{ Querystring: z.output<typeof querystring> }>,
): Promise<PageContext> {
  return pageContextFor({
    clientId: request.query.client,
    uiLocales: undefined,
    acceptLanguage: request.headers['accept-language'],
  })
}

function pathOf(path: string, { client = '' }: { readonly client?: string | undefined }): string {
  return `/identity${encodeURI(path)}?client=${encodeURIComponent(client)}`
}
