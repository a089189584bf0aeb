import type { FastifyReply, FastifyRequest } from 'fastify'
import { errors, type Interaction, type Provider } from 'oidc-provider'
import { z } from 'zod'
import { content, nothing, type ServiceApp } from '../platform/contract.ts'
import { findDeviceAccount } from './accounts.ts'
import { findDeletion } from './deletion/deletions.ts'
import { undoDeletion } from './deletion/scheduling.ts'
import type { DeviceAccount, Devices } from './devices.ts'
import { clientOf, currentInteraction, pageContextOf } from './currentInteraction.ts'
import { acceptForms, fieldsOf, lineOf, sendPage } from './forms.ts'
import { createMailedToken, useMailedToken } from './mailLinks.ts'
import type { PageContextFor } from './pageContext.ts'
import { deletionBegunPage, deletionPage } from './pages/deletionPage.ts'
import { storeChallenge } from './passkeyChallenges.ts'
import { type PasskeySignInOutcome, signInWithPasskey } from './passkeySignIn.ts'
import type { Html } from '../platform/html.ts'
import { registrationPage } from './pages/registrationPage.ts'
import { type DemoEntry, signInPage, type SignInProblem } from './pages/signInPage.ts'
import { interactionPath } from './provider.ts'
import { register, type RegistrationOutcome, signIn, type SignInOutcome, type SignInParts } from './signIn.ts'
import { authenticationOptions, type RelyingParty } from './webAuthn.ts'

/** How the customer has proved to own the account, in the words of RFC 8176. */
export const methods = {
  password: ['pwd'],
  // A key, and the presence of the user, whom the device has verified by a fingerprint, a face or a code.
  passkey: ['pop', 'user', 'mfa'],
}

/** How and when (s since 1970) a customer has proved to own the account. */
interface Proof {
  readonly method: keyof typeof methods
  readonly provedAt: number
}

/** The proof, as it is stored in the token of the page that offers to undo a deletion. */
const undoData = z.object({ method: z.enum(['password', 'passkey']), provedAt: z.coerce.number().int() })

export interface InteractionOptions extends SignInParts {
  readonly devices: Devices
  readonly provider: Provider
  readonly party: RelyingParty
  readonly pageContextFor: PageContextFor
  readonly demo: readonly DemoEntry[]
}

/** How long (s) the page that offers to undo a deletion can be used. */
const undoSeconds = 15 * 60

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
const showSignIn = {
  ...show,
  summary: 'Shows the sign-in page',
  querystring: z.looseObject({ prompt: z.string().optional().describe('`create` leads to the registration page.') }),
  response: { ...show.response, 303: nothing },
}
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

/**
 * The answers to a sign-in. While the deletion of the account is scheduled, the answer is a page instead of the way
 * back to the site.
 */
const signInOrOffer = {
  ...submit,
  response: { ...submit.response, 200: page('A page that offers to undo the deletion of the account') },
}
const submitSignIn = { ...signInOrOffer, summary: 'Signs in' }
const undoOfDeletion = { ...submit, summary: 'Undoes the deletion of the account, and signs in' }
const submitPasskey = { ...signInOrOffer, summary: 'Signs in with a passkey' }
const submitRegistration = { ...submit, summary: 'Registers an account' }

/**
 * Registers the pages that a visitor sees between a site's sign-in request and the answer to it: sign-in and
 * registration.
 */
export function registerInteractions(app: ServiceApp, options: InteractionOptions): void {
  acceptForms(app)
  app.get('/interaction/:uid', { config, schema: showSignIn }, async (request, reply) => {
    const interaction = await currentInteraction(options, request, reply, request.params)
    if (request.query.prompt === 'create') return reply.redirect(paths(interaction).registrationPath, 303)
    const hint = interaction.params.login_hint
    const email = typeof hint === 'string' ? hint : ''
    return sendPage(reply, 200, await signInForm(options, request, interaction, email, null))
  })
  app.get('/interaction/:uid/registration', { config, schema: showRegistration }, async (request, reply) => {
    const interaction = await currentInteraction(options, request, reply, request.params)
    const empty = { name: '', email: '', terms: false, problems: [], lockedSeconds: null }
    const pageContext = await pageContextOf(options, request, interaction)
    return sendPage(reply, 200, registrationPage(pageContext, { ...paths(interaction), ...empty }))
  })
  app.post('/interaction/:uid', { config, schema: submitSignIn }, async (request, reply) =>
    answerSignIn(options, request, reply, request.params),
  )
  app.post('/interaction/:uid/undo', { config, schema: undoOfDeletion }, async (request, reply) =>
    answerUndo(options, request, reply, request.params),
  )
  app.post('/interaction/:uid/passkey', { config, schema: submitPasskey }, async (request, reply) =>
    answerPasskey(options, request, reply, request.params),
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
  if (outcome.kind === 'signedIn')
    return finish(options, request, reply, interaction, outcome.account, provedBy('password'))
  const page = await signInForm(options, request, interaction, email, problemOf(outcome))
  return sendPage(reply, refusalStatus(reply, outcome), page)
}

async function answerPasskey(
  options: InteractionOptions,
  request: FastifyRequest,
  reply: FastifyReply,
  params: { readonly uid: string },
): Promise<FastifyReply> {
  const interaction = await currentInteraction(options, request, reply, params)
  const outcome = await signInWithPasskey(options, {
    interaction: interaction.uid,
    answer: fieldsOf(request.body).get('answer') ?? '',
    address: request.ip,
    deviceOf: (account) => options.devices.find(request, account),
  })
  if (outcome.kind === 'signedIn')
    return finish(options, request, reply, interaction, outcome.account, provedBy('passkey'))
  const page = await signInForm(options, request, interaction, '', problemOf(outcome))
  return sendPage(reply, refusalStatus(reply, outcome), page)
}

/** Undoes the deletion of the account that the visitor has just signed in to. */
async function answerUndo(
  options: InteractionOptions,
  request: FastifyRequest,
  reply: FastifyReply,
  params: { readonly uid: string },
): Promise<FastifyReply> {
  const { platform, database } = options
  const interaction = await currentInteraction(options, request, reply, params)
  const token = fieldsOf(request.body).get('token') ?? ''
  const proof = await database
    .transaction()
    .execute(async (change) => useMailedToken(change, { kind: 'deletionUndo', token }))
  if (proof.state !== 'valid') throw new errors.SessionNotFound('the page was used before, or has expired')
  const outcome = await undoDeletion(platform, database, proof.accountId)
  const account = outcome === 'tooLate' ? null : await findDeviceAccount(database, proof.accountId)
  if (account) return finish(options, request, reply, interaction, account, undoData.parse(proof.data))
  return sendPage(reply, 400, deletionBegunPage(await pageContextOf(options, request, interaction)))
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
    brand: pageContext.brand.key,
    locale: pageContext.messages.locale,
    client: clientOf(interaction) ?? '',
  })
  if (outcome.kind === 'registered')
    return finish(options, request, reply, interaction, outcome.account, provedBy('password'))
  const page = registrationPage(pageContext, {
    ...paths(interaction),
    name: form.name,
    email: form.email,
    terms: form.terms,
    problems: outcome.kind === 'refused' ? outcome.problems : [],
    lockedSeconds: outcome.kind === 'locked' ? outcome.retryAfterSeconds : null,
  })
  return sendPage(reply, refusalStatus(reply, outcome), page)
}

/** The sign-in page, with a new challenge for a passkey. */
async function signInForm(
  options: InteractionOptions,
  request: FastifyRequest,
  interaction: Interaction,
  email: string,
  problem: SignInProblem | null,
): Promise<Html> {
  const pageContext = await pageContextOf(options, request, interaction)
  const passkeyOptions = await authenticationOptions(options.party)
  await storeChallenge(options.database, interaction.uid, passkeyOptions.challenge)
  const { registrationPath, signInPath, passkeyPath } = paths(interaction)
  const client = new URLSearchParams({ client: clientOf(interaction) ?? '' }).toString()
  return signInPage(pageContext, {
    action: signInPath,
    registrationPath,
    resetPath: `/identity/password-reset?${client}`,
    linkPath: `/identity/link?${client}`,
    email,
    problem,
    passkey: { action: passkeyPath, options: passkeyOptions },
    demo: options.demo,
  })
}

function paths(interaction: Interaction) {
  return {
    registrationPath: interactionPath(interaction, '/registration'),
    passkeyPath: interactionPath(interaction, '/passkey'),
    signInPath: interactionPath(interaction),
  }
}

const provedBy = (method: Proof['method']): Proof => ({ method, provedAt: Math.floor(Date.now() / 1000) })

/**
 * Ends the interaction with a sign-in. If the deletion of the account is scheduled, shows a page instead: it offers to
 * undo the deletion, or says that it is too late for that.
 */
async function finish(
  options: InteractionOptions,
  request: FastifyRequest,
  reply: FastifyReply,
  interaction: Interaction,
  account: DeviceAccount,
  { method, provedAt }: Proof,
): Promise<FastifyReply> {
  const { provider, devices, database } = options
  devices.remember(request, reply, account)
  const deletion = await findDeletion(database, account.id)
  if (deletion) {
    const at = await pageContextOf(options, request, interaction)
    if (!deletion.canBeUndone) return sendPage(reply, 400, deletionBegunPage(at))
    const token = await createMailedToken(database, {
      kind: 'deletionUndo',
      accountId: account.id,
      data: { method, provedAt: String(provedAt) } satisfies z.input<typeof undoData>,
      lifetimeSeconds: undoSeconds,
    })
    return sendPage(reply, 200, deletionPage(at, { ...deletion, action: interactionPath(interaction, '/undo'), token }))
  }
  const returnTo = await provider.interactionResult(request.raw, reply.raw, {
    // Without `ts`, the provider would use the time at which the browser follows the redirect, which may be much later.
    login: { accountId: account.id, amr: methods[method], ts: provedAt },
    // A site that asked for a registration also accepts a customer who has signed in instead.
    create: {},
  })
  return reply.redirect(returnTo, 303)
}

function problemOf(outcome: Exclude<SignInOutcome | PasskeySignInOutcome, { kind: 'signedIn' }>): SignInProblem {
  if (outcome.kind === 'refused') return { code: outcome.code }
  // A mailed link makes the browser a known device. Then only the limit of the device itself applies.
  return { code: 'locked', seconds: outcome.retryAfterSeconds, linkHelps: outcome.by !== 'device' }
}

function refusalStatus(
  reply: FastifyReply,
  outcome: SignInOutcome | PasskeySignInOutcome | RegistrationOutcome,
): number {
  if (outcome.kind !== 'locked') return 422
  reply.header('retry-after', String(outcome.retryAfterSeconds))
  return 429
}
