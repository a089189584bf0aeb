import type { FastifyReply, FastifyRequest } from 'fastify'
import { errors, type Interaction, type Provider } from 'oidc-provider'
import { z } from 'zod'
import { content, nothing, type ServiceApp } from '../platform/contract.ts'
import type { Devices } from './devices.ts'
import { fieldsOf, sendPage } from './forms.ts'
import { clientOf, currentInteraction, pageContextOf } from './currentInteraction.ts'
import { methods } from './interactions.ts'
import type { PageContextFor } from './pageContext.ts'
import { passwordChangePage } from './pages/passwordChangePage.ts'
import { type ChangedPassword, changePassword, findChangedPassword } from './passwordChange.ts'
import { interactionPath } from './provider.ts'
import { type FieldProblem, passwordProblem } from './registration.ts'
import { sessionAccount } from './sessionAccount.ts'
import { checkPassword, type SignInParts } from './signIn.ts'

interface PasswordChangeOptions extends SignInParts {
  readonly devices: Devices
  readonly provider: Provider
  readonly pageContextFor: PageContextFor
}

/** The passwords that were typed. */
interface Typed {
  readonly current: string
  readonly next: string
}

interface SentForm {
  readonly interaction: Interaction
  readonly account: Account
  readonly typed: Typed
}

/** A refused form. */
interface Refusal {
  readonly problems: readonly FieldProblem[]
  readonly lockedSeconds: number | null
}

type Account = Awaited<ReturnType<typeof sessionAccount>>

const path = '/interaction/:uid/new-password'
const config = { access: 'public' } as const
const page = (what: string) => content('text/html', what)
const schema = {
  params: z.object({ uid: z.string() }),
  response: {
    200: page('The page'),
    303: nothing,
    400: page('A page: this request has expired, was started in another browser, or its session has ended'),
    429: page('A page: too many requests or attempts'),
    503: page('A page: try again'),
  },
  problems: { 503: ['UNAVAILABLE'] },
}
const submit = {
  ...schema,
  summary: 'Changes the password',
  description:
    'The body is a form that was sent by our own page. 303 leads back to the site, with the new or the old password.',
  response: { ...schema.response, 422: page('The page, with the errors') },
}

/**
 * Registers the page on which a customer who is signed in changes the password. A site leads there by a sign-in request
 * with `prompt=password`, so the provider has checked the site and the session, and leads back to the site.
 */
export function registerPasswordChange(app: ServiceApp, options: PasswordChangeOptions): void {
  app.get(path, { config, schema: { ...schema, summary: 'Shows the page to change the password' } }, (request, reply) =>
    answer(options, request, reply, request.params),
  )
  app.post(path, { config, schema: submit }, (request, reply) => answer(options, request, reply, request.params))
}

async function answer(
  options: PasswordChangeOptions,
  request: FastifyRequest,
  reply: FastifyReply,
  params: { readonly uid: string },
): Promise<FastifyReply> {
  const interaction = await currentInteraction(options, request, reply, params, 'password')
  // The form was sent before, and its answer may have been lost: answer again.
  if (interaction.result) return reply.redirect(interaction.returnTo, 303)
  const account = await sessionAccount(options, interaction)
  if (request.method === 'GET') return show(options, request, reply, { interaction, account, refusal: null })
  const fields = fieldsOf(request.body)
  if (fields.get('skip') !== null) return leave(options, request, reply, null)
  const typed = { current: fields.get('currentPassword') ?? '', next: fields.get('password') ?? '' }
  const outcome = await change(options, request, { interaction, account, typed })
  if ('problems' in outcome) return show(options, request, reply, { interaction, account, refusal: outcome })
  options.devices.remember(request, reply, outcome.account)
  return leave(options, request, reply, outcome)
}

/** Counts the attempt like a sign-in. A form with other problems is refused before that, and does not count. */
async function change(
  options: PasswordChangeOptions,
  request: FastifyRequest,
  form: SentForm,
): Promise<ChangedPassword | Refusal> {
  const { platform, devices } = options
  const { interaction, account, typed } = form
  const { brand, messages } = await pageContextOf(options, request, interaction)
  const problems = await problemsOf(typed, account, brand.key)
  if (problems.length > 0) return { problems, lockedSeconds: null }
  const outcome = await checkPassword(options, {
    action: 'passwordChange',
    account,
    email: account.email,
    password: typed.current,
    address: request.ip,
    deviceOf: (owner) => devices.find(request, owner),
  })
  if (outcome.kind === 'locked') return { problems: [], lockedSeconds: outcome.retryAfterSeconds }
  if (outcome.kind === 'refused') return (await findEarlierChange(options, form)) ?? wrongPassword
  if (!interaction.session) throw new errors.SessionNotFound('the request belongs to no session')
  const changed = await changePassword(options, {
    account: outcome.account,
    newPassword: typed.next,
    kept: { session: interaction.session.uid, interaction: interaction.uid },
    place: { brand: brand.key, locale: messages.locale, client: clientOf(interaction) ?? '' },
  })
  if (!changed) return (await findEarlierChange(options, form)) ?? wrongPassword
  platform.log.info({ account: platform.limits.hash(account.id) }, 'a password was changed')
  return changed
}

/** Finds the change that an earlier request with the same form has made; null if no request has. */
function findEarlierChange(
  { database }: PasswordChangeOptions,
  { interaction, account, typed }: SentForm,
): Promise<ChangedPassword | null> {
  const since = new Date(interaction.iat * 1000)
  return findChangedPassword(database, { accountId: account.id, newPassword: typed.next, since })
}

const wrongPassword: Refusal = {
  problems: [{ field: 'currentPassword', code: 'currentPasswordWrong' }],
  lockedSeconds: null,
}

/** The problems that can be seen without checking the current password. */
async function problemsOf({ current, next }: Typed, account: Account, brand: string): Promise<FieldProblem[]> {
  const missing = current === '' ? 'currentPasswordMissing' : null
  const isSame = next !== '' && next.normalize('NFKC') === current.normalize('NFKC')
  const code = isSame ? 'passwordUnchanged' : await passwordProblem({ ...account, password: next }, brand)
  const codes = [
    { field: 'currentPassword', code: missing },
    { field: 'password', code },
  ]
  return codes.flatMap((problem) => (problem.code === null ? [] : [{ field: problem.field, code: problem.code }]))
}

async function show(
  options: PasswordChangeOptions,
  request: FastifyRequest,
  reply: FastifyReply,
  form: { readonly interaction: Interaction; readonly account: Account; readonly refusal: Refusal | null },
): Promise<FastifyReply> {
  const { interaction, account, refusal } = form
  const { problems, lockedSeconds } = refusal ?? { problems: [], lockedSeconds: null }
  const client = new URLSearchParams({ client: clientOf(interaction) ?? '' }).toString()
  const html = passwordChangePage(await pageContextOf(options, request, interaction), {
    action: interactionPath(interaction, '/new-password'),
    email: account.email,
    resetPath: `/identity/password-reset?${client}`,
    problems,
    lockedSeconds,
  })
  if (lockedSeconds !== null) reply.header('retry-after', String(lockedSeconds))
  return sendPage(reply, statusOf(refusal), html)
}

function statusOf(refusal: Refusal | null): number {
  if (!refusal) return 200
  return refusal.lockedSeconds === null ? 422 : 429
}

/**
 * Leads back to the site. After a change, the customer is signed in again: the new password was typed, and this session
 * would otherwise be older than the end of all sign-ins.
 */
async function leave(
  { provider }: PasswordChangeOptions,
  request: FastifyRequest,
  reply: FastifyReply,
  changed: ChangedPassword | null,
): Promise<FastifyReply> {
  const login = changed && {
    accountId: changed.account.id,
    amr: methods.password,
    ts: Math.floor(changed.at.getTime() / 1000),
  }
  const result = { password: {}, ...(login && { login }) }
  return reply.redirect(await provider.interactionResult(request.raw, reply.raw, result), 303)
}
