import type { FastifyReply, FastifyRequest } from 'fastify'
import { errors, type Interaction, type Provider } from 'oidc-provider'
import { z } from 'zod'
import { content, nothing, type ServiceApp } from '../platform/contract.ts'
import type { DeviceAccount, Devices } from './devices.ts'
import { acceptForms, fieldsOf, lineOf, sendPage } from './forms.ts'
import type { PageContextFor } from './pageContext.ts'
import type { Html } from './pages/html.ts'
import type { PageContext } from './pages/layout.ts'
import { registrationPage } from './pages/registrationPage.ts'
import { type DemoEntry, signInPage, type SignInProblem } from './pages/signInPage.ts'
import { interactionPath } from './provider.ts'
import { isOwnForm } from './security.ts'
import { register, type RegistrationOutcome, signIn, type SignInOutcome, type SignInParts } from './signIn.ts'

export interface InteractionOptions extends SignInParts {
  readonly devices: Devices
  readonly provider: Provider
  readonly pageContextFor: PageContextFor
  readonly demo: readonly DemoEntry[]
}

const page = (what: string) => content('text/html', what)
const params = z.object({ uid: z.string() })
const config = { access: 'public' } as const
const expiredOrForeign = 'A page: this sign-in has expired, or was started in another browser'
const unavailable = 'A page: try again in a moment'
const tooMany = 'A page: too many requests or attempts'

const show = {
  params,
  response: { 200: page('The page'), 400: page(expiredOrForeign), 429: page(tooMany), 503: page(unavailable) },
  problems: { 503: ['UNAVAILABLE'] },
}
const showSignIn = { ...show, summary: 'Shows the sign-in page' }
const showRegistration = { ...show, summary: 'Shows the registration page' }

const submit = {
  ...show,
  description:
    'The body is a form (`application/x-www-form-urlencoded`) that was sent by our own page. 303 leads back to the site.',
  response: {
    303: nothing,
    400: page(expiredOrForeign),
    422: page('The page, with the errors'),
    429: page(tooMany),
    503: page(unavailable),
  },
}
const submitSignIn = { ...submit, summary: 'Signs in' }
const submitRegistration = { ...submit, summary: 'Registers an account' }

/**
 * Registers the pages that a visitor sees between a site's sign-in request and the answer to it: sign-in and
 * registration.
 */
export function registerInteractions(app: ServiceApp, options: InteractionOptions): void {
  acceptForms(app)
  app.get('/interaction/:uid', { config, schema: showSignIn }, async (request, reply) => {
    const interaction = await currentInteraction(options, request, reply, request.params)
    const hint = interaction.params.login_hint
    const email = typeof hint === 'string' ? hint : ''
    return sendPage(
      reply,
      200,
      signInForm(options, await pageContextOf(options, request, interaction), interaction, email, null),
    )
  })
  app.get('/interaction/:uid/registration', { config, schema: showRegistration }, async (request, reply) => {
    const interaction = await currentInteraction(options, request, reply, request.params)
    const { registrationPath, signInPath } = paths(interaction)
    const form = registrationPage(await pageContextOf(options, request, interaction), {
      action: registrationPath,
      signInPath,
      name: '',
      email: '',
      terms: false,
      problems: [],
      lockedSeconds: null,
    })
    return sendPage(reply, 200, form)
  })
  app.post('/interaction/:uid', { config, schema: submitSignIn }, async (request, reply) =>
    answerSignIn(options, request, reply, request.params),
  )
  app.post('/interaction/:uid/registration', { config, schema: submitRegistration }, async (request, reply) =>
    answerRegistration(options, request, reply, request.params),
  )
}

async function answerSignIn(
  options: InteractionOptions,
  request: FastifyRequest,
  reply: FastifyReply,
  params: { readonly uid: string },
): Promise<FastifyReply> {
  const interaction = await currentInteraction(options, request, reply, params)
  const fields = fieldsOf(request.body)
  const email = lineOf(fields, 'email')
  const password = fields.get('password') ?? ''
  const outcome = await signIn(options, {
    email,
    password,
    address: request.ip,
    deviceOf: (account) => options.devices.find(request, account),
  })
  if (outcome.kind === 'signedIn') return finish(options, request, reply, outcome.account)
  const page = signInForm(
    options,
    await pageContextOf(options, request, interaction),
    interaction,
    email,
    problemOf(outcome),
  )
  return sendPage(reply, refusalStatus(reply, outcome), page)
}

async function answerRegistration(
  options: InteractionOptions,
  request: FastifyRequest,
  reply: FastifyReply,
  params: { readonly uid: string },
): Promise<FastifyReply> {
  const interaction = await currentInteraction(options, request, reply, params)
  const fields = fieldsOf(request.body)
  const form = {
    name: lineOf(fields, 'name'),
    email: lineOf(fields, 'email'),
    password: fields.get('password') ?? '',
    terms: fields.get('terms') === 'yes',
  }
  const pageContext = await pageContextOf(options, request, interaction)
  const outcome = await register(options, form, {
    address: request.ip,
    brand: pageContext.brand.brand,
    locale: pageContext.messages.locale,
    client: clientOf(interaction) ?? '',
  })
  if (outcome.kind === 'registered') return finish(options, request, reply, outcome.account)
  const { registrationPath, signInPath } = paths(interaction)
  const page = registrationPage(pageContext, {
    action: registrationPath,
    signInPath,
    name: form.name,
    email: form.email,
    terms: form.terms,
    problems: outcome.kind === 'refused' ? outcome.problems : [],
    lockedSeconds: outcome.kind === 'locked' ? outcome.retryAfterSeconds : null,
  })
  return sendPage(reply, refusalStatus(reply, outcome), page)
}

/**
 * The interaction that the visitor's cookie belongs to. Throws SessionNotFound if there is none, or if a form was not
 * sent by our own page.
 */
async function currentInteraction(
  options: InteractionOptions,
  request: FastifyRequest,
  reply: FastifyReply,
  params: { readonly uid: string },
): Promise<Interaction> {
  if (request.method === 'POST' && !isOwnForm(request, options.platform.config.publicUrl)) {
    throw new errors.SessionNotFound('the form was not sent by our own page')
  }
  const interaction = await options.provider.interactionDetails(request.raw, reply.raw)
  if (interaction.uid !== params.uid) throw new errors.SessionNotFound('the cookie belongs to another interaction')
  return interaction
}

async function pageContextOf(
  options: InteractionOptions,
  request: FastifyRequest,
  interaction: Interaction,
): Promise<PageContext> {
  const { ui_locales: uiLocales } = interaction.params
  return options.pageContextFor({
    clientId: clientOf(interaction),
    uiLocales: typeof uiLocales === 'string' ? uiLocales : undefined,
    acceptLanguage: request.headers['accept-language'],
  })
}

function signInForm(
  options: InteractionOptions,
  pageContext: PageContext,
  interaction: Interaction,
  email: string,
  problem: SignInProblem | null,
): Html {
  const { registrationPath, signInPath } = paths(interaction)
  const linkPath = `/identity/link?${new URLSearchParams({ client: clientOf(interaction) ?? '' }).toString()}`
  return signInPage(pageContext, { action: signInPath, registrationPath, linkPath, email, problem, demo: options.demo })
}

function clientOf({ params: { client_id: clientId } }: Interaction): string | undefined {
  return typeof clientId === 'string' ? clientId : undefined
}

function paths(interaction: Interaction): { registrationPath: string; signInPath: string } {
  return { registrationPath: interactionPath(interaction, '/registration'), signInPath: interactionPath(interaction) }
}

async function finish(
  { provider, devices }: InteractionOptions,
  request: FastifyRequest,
  reply: FastifyReply,
  account: DeviceAccount,
): Promise<FastifyReply> {
  devices.remember(request, reply, account)
  const returnTo = await provider.interactionResult(request.raw, reply.raw, {
    login: { accountId: account.id, amr: ['pwd'] },
  })
  return reply.redirect(returnTo, 303)
}

function problemOf(outcome: Exclude<SignInOutcome, { kind: 'signedIn' }>): SignInProblem {
  if (outcome.kind === 'refused') return { code: outcome.code }
  // A mailed link makes the browser a known device. Then only the limit of the device itself applies.
  return { code: 'locked', seconds: outcome.retryAfterSeconds, linkHelps: outcome.by !== 'device' }
}

function refusalStatus(reply: FastifyReply, outcome: SignInOutcome | RegistrationOutcome): number {
  if (outcome.kind !== 'locked') return 422
  reply.header('retry-after', String(outcome.retryAfterSeconds))
  return 429
}
