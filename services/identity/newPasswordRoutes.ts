import type { FastifyReply, FastifyRequest } from 'fastify'
import { errors } from 'oidc-provider'
import { z } from 'zod'
import { addressGroup } from '../../http/addressGroup.ts'
import { content, type ServiceApp } from '../platform/contract.ts'
import { admit } from './attempts.ts'
import type { DeviceAccount, Devices } from './devices.ts'
import type { MailPlace } from './mailPlace.ts'
import { fieldsOf, sendPage } from './forms.ts'
import type { PageContextFor } from './pageContext.ts'
import type { Html } from '../platform/html.ts'
import type { PageContext } from './pages/layout.ts'
import type { NewPasswordForm } from './pages/newPasswordForm.ts'
import { hashPassword } from './passwords.ts'
import { passwordProblem } from './registration.ts'
import { isOwnForm } from './security.ts'
import { brake, type SignInParts } from './signIn.ts'

/** What the pages of mailed links need. */
export interface MailedPageOptions extends SignInParts {
  readonly devices: Devices
  readonly pageContextFor: PageContextFor
}

/** The account of a link. Its new password must not contain these values. */
interface LinkedAccount {
  readonly name: string
  readonly email: string
}

/** The page of a mailed link. Its form sets a new password. */
export interface NewPasswordPage {
  /** The path before the token. */
  readonly path: string
  /** What the form does, for the description of the API. */
  readonly summary: string
  /** @returns null if the link is not valid */
  find(token: string): Promise<LinkedAccount | null>
  /** @returns the account with its new password; null if the link is not valid any more */
  submit(request: {
    readonly token: string
    readonly passwordHash: string
    readonly place: MailPlace
  }): Promise<DeviceAccount | null>
  formPage(context: PageContext, form: NewPasswordForm): Html
  donePage(context: PageContext, account: LinkedAccount): Html
  refusedPage(context: PageContext, client: string): Html
}

const page = (what: string) => content('text/html', what)
const config = { access: 'public' } as const
const schema = {
  params: z.object({ token: z.string() }),
  querystring: z.object({ client: z.string().catch('') }),
  response: {
    200: page('The page'),
    400: page('A page: this link was used already, has expired, or the form was not sent by our own page'),
    422: page('The page, with the errors'),
    429: page('A page: too many requests'),
    503: page('A page: try again in a moment'),
  },
  problems: { 503: ['UNAVAILABLE'] },
}

type LinkRequest = FastifyRequest<{ Params: { token: string }; Querystring: { client: string } }>

/**
 * Registers the page of a mailed link that asks for a new password. The visitor has proved to own the mailbox, so the
 * browser becomes a known device of the account. The link does not sign in: that requires the new password.
 */
export function registerNewPasswordPage(app: ServiceApp, options: MailedPageOptions, linked: NewPasswordPage): void {
  const path = `${linked.path}/:token`
  const show = { ...schema, summary: `Shows the form of a mailed link: ${linked.summary}` }
  app.get(path, { config, schema: show }, async (request, reply) => {
    const context = await contextOf(options, request)
    const account = await linked.find(request.params.token)
    if (!account) return sendPage(reply, 400, linked.refusedPage(context, request.query.client))
    return sendPage(reply, 200, linked.formPage(context, formFor(linked, request, account)))
  })
  const submit = { ...schema, summary: `Uses a mailed link: ${linked.summary}` }
  app.post(path, { config, schema: submit }, async (request, reply) => {
    if (!isOwnForm(request, options.platform.config.publicUrl)) {
      throw new errors.SessionNotFound('the form was not sent by our own page')
    }
    return answer(options, linked, request, reply)
  })
}

async function answer(
  options: MailedPageOptions,
  linked: NewPasswordPage,
  request: LinkRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { platform, database, devices } = options
  const context = await contextOf(options, request)
  const { token } = request.params
  const { client } = request.query
  const account = await linked.find(token)
  const admission = await admit(database, [brake(platform, 'token', addressGroup(request.ip))])
  if (!account) return sendPage(reply, 400, linked.refusedPage(context, client))
  const form = formFor(linked, request, account)
  if (!admission.admitted) {
    const lockedSeconds = admission.retryAfterSeconds
    reply.header('retry-after', String(lockedSeconds))
    return sendPage(reply, 429, linked.formPage(context, { ...form, lockedSeconds }))
  }
  const password = fieldsOf(request.body).get('password') ?? ''
  const code = await passwordProblem({ password, ...account }, context.brand.key)
  if (code !== null) {
    return sendPage(reply, 422, linked.formPage(context, { ...form, problems: [{ field: 'password', code }] }))
  }
  const place = { brand: context.brand.key, locale: context.messages.locale, client }
  const changed = await linked.submit({ token, passwordHash: await hashPassword(password), place })
  if (!changed) return sendPage(reply, 400, linked.refusedPage(context, client))
  devices.remember(request, reply, changed)
  return sendPage(reply, 200, linked.donePage(context, account))
}

function formFor({ path }: NewPasswordPage, { params, query }: LinkRequest, { email }: LinkedAccount): NewPasswordForm {
  const action = `/identity${path}/${encodeURIComponent(params.token)}?${new URLSearchParams(query).toString()}`
  return { action, email, problems: [], lockedSeconds: null }
}

async function contextOf({ pageContextFor }: MailedPageOptions, request: LinkRequest): Promise<PageContext> {
  return pageContextFor({
    clientId: request.query.client,
    uiLocales: undefined,
    acceptLanguage: request.headers['accept-language'],
  })
}
