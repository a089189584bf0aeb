import type { FastifyReply, FastifyRequest } from 'fastify'
import { errors, type Interaction, type Provider } from 'oidc-provider'
import { z } from 'zod'
import { type ApiScope, scopesIn } from '../../schema/rules/scopes.ts'
import { content, nothing, type ServiceApp } from '../platform/contract.ts'
import { findSignInClient, type SignInClient } from './clients.ts'
import { storeConnection } from './connections.ts'
import { fieldsOf, sendPage } from './forms.ts'
import { addScopes, openIdScopes } from './grants.ts'
import { clientOf, currentInteraction, pageContextOf } from './currentInteraction.ts'
import type { InteractionOptions } from './interactions.ts'
import { consentPage } from './pages/consentPage.ts'
import { interactionPath } from './provider.ts'
import { sessionAccount } from './sessionAccount.ts'

type ConsentOptions = Pick<InteractionOptions, 'platform' | 'database' | 'provider' | 'pageContextFor'>

/** An app's request, which waits for the customer's answer. */
interface Asked {
  readonly interaction: Interaction
  readonly client: SignInClient
  readonly account: Awaited<ReturnType<typeof sessionAccount>>
  /** The scopes of OpenID that the app asks for. */
  readonly openId: readonly string[]
  /** Our own scopes that the app asks for, without those that it may not have. */
  readonly scopes: readonly ApiScope[]
}

const path = '/interaction/:uid/consent'
const config = { access: 'public' } as const
const page = (what: string) => content('text/html', what)
const schema = {
  params: z.object({ uid: z.string() }),
  response: {
    200: page('The page'),
    303: nothing,
    400: page('A page: this request has expired, was started in another browser, or its session has ended'),
    429: page('A page: too many requests'),
    503: page('A page: try again'),
  },
  problems: { 503: ['UNAVAILABLE'] },
}
const submit = {
  ...schema,
  summary: 'Allows an app to use the account, or refuses it',
  description: 'The body is a form that was sent by our own page. 303 leads back to the app.',
}

/** Registers the page on which a customer allows an app of another team or of a partner to use the account. */
export function registerConsent(app: ServiceApp, options: ConsentOptions): void {
  app.get(
    path,
    { config, schema: { ...schema, summary: 'Asks whether an app may use the account' } },
    (request, reply) => show(options, request, reply, request.params),
  )
  app.post(path, { config, schema: submit }, (request, reply) => answer(options, request, reply, request.params))
}

async function show(
  options: ConsentOptions,
  request: FastifyRequest,
  reply: FastifyReply,
  params: { readonly uid: string },
): Promise<FastifyReply> {
  const { interaction, client, account, openId, scopes } = await askedBy(options, request, reply, params)
  const { registered } = client
  const html = consentPage(await pageContextOf(options, request, interaction), {
    action: interactionPath(interaction, '/consent'),
    app: registered?.name ?? client.brand.name,
    host: registered?.kind === 'native' ? null : new URL(String(interaction.params.redirect_uri)).host,
    homepage: registered?.homepage ?? null,
    email: account.email,
    scopes,
    asksName: openId.includes('profile'),
    isLasting: openId.includes('offline_access'),
  })
  return sendPage(reply, 200, html)
}

async function answer(
  options: ConsentOptions,
  request: FastifyRequest,
  reply: FastifyReply,
  params: { readonly uid: string },
): Promise<FastifyReply> {
  const asked = await askedBy(options, request, reply, params)
  const { interaction, client, account } = asked
  // The form was sent before, and its answer may have been lost: answer again.
  if (interaction.result?.consent) return reply.redirect(interaction.returnTo, 303)
  if (fieldsOf(request.body).get('answer') !== 'allow') return refuse(options.provider, request, reply)
  const scopes = [...asked.openId, ...asked.scopes]
  if (client.registered) {
    const { name } = client.registered
    await storeConnection(options.database, account.id, { clientId: client.clientId, name, scopes: scopes.join(' ') })
  }
  const grant =
    (interaction.grantId === undefined ? undefined : await options.provider.Grant.find(interaction.grantId)) ??
    new options.provider.Grant({ accountId: account.id, clientId: client.clientId })
  addScopes(grant, { client, scopes })
  const result = { consent: { grantId: await grant.save() } }
  const returnTo = await options.provider.interactionResult(request.raw, reply.raw, result, {
    mergeWithLastSubmission: true,
  })
  return reply.redirect(returnTo, 303)
}

async function refuse(provider: Provider, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const result = { error: 'access_denied', error_description: 'The customer did not allow this.' }
  return reply.redirect(await provider.interactionResult(request.raw, reply.raw, result), 303)
}

/** @throws SessionNotFound if the request or its session has ended, or its client is not known any more */
async function askedBy(
  options: ConsentOptions,
  request: FastifyRequest,
  reply: FastifyReply,
  params: { readonly uid: string },
): Promise<Asked> {
  const interaction = await currentInteraction(options, request, reply, params, 'consent')
  const account = await sessionAccount(options, interaction)
  const client = findSignInClient(options.platform, clientOf(interaction))
  if (!client) throw new errors.SessionNotFound('the client is not known any more')
  const requested = typeof interaction.params.scope === 'string' ? interaction.params.scope : ''
  const given = new Set(requested.split(' '))
  const ofApi = scopesIn(requested)
  return {
    interaction,
    client,
    account,
    openId: openIdScopes.filter((scope) => given.has(scope)),
    scopes: client.scopes.filter((scope) => ofApi.has(scope)),
  }
}
