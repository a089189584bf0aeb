import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Interaction, Provider } from 'oidc-provider'
import { z } from 'zod'
import { cleanPasskeyName, isPasskeyName } from '../../schema/rules/passkeyName.ts'
import { content, nothing, type ServiceApp } from '../platform/contract.ts'
import type { AccountFacts } from './accounts.ts'
import { fieldsOf, sendPage } from './forms.ts'
import { clientOf, currentInteraction, pageContextOf } from './currentInteraction.ts'
import type { Messages } from '../platform/messages.ts'
import type { PageContextFor } from './pageContext.ts'
import type { PageContext } from './pages/layout.ts'
import { newPasskeyPage, type NewPasskeyProblem } from './pages/passkeyPages.ts'
import { storeChallenge, takeChallenge } from './passkeyChallenges.ts'
import { announcePasskey } from './passkeyMails.ts'
import { credentialsOf, insertPasskey, maximumPasskeys } from './passkeys.ts'
import { interactionPath } from './provider.ts'
import { sessionAccount } from './sessionAccount.ts'
import type { SignInParts } from './signIn.ts'
import { deviceWords } from './userAgents.ts'
import { registrationOptions, type RelyingParty, verifiedRegistration } from './webAuthn.ts'

interface NewPasskeyOptions extends Pick<SignInParts, 'platform' | 'database'> {
  readonly provider: Provider
  readonly party: RelyingParty
  readonly pageContextFor: PageContextFor
}

const params = z.object({ uid: z.string() })
const config = { access: 'public' } as const
const page = (what: string) => content('text/html', what)
const expired = page('A page: this request has expired, was started in another browser, or its session has ended')
const schema = {
  params,
  response: {
    200: page('The page'),
    400: expired,
    429: page('A page: too many requests'),
    503: page('A page: try again'),
  },
  problems: { 503: ['UNAVAILABLE'] },
}
const submit = {
  ...schema,
  summary: 'Adds a passkey',
  description:
    'The body is a form that was sent by our own page. 303 leads back to the site, with or without a passkey.',
  response: { ...schema.response, 303: nothing, 422: page('The page, with the reason why no passkey was added') },
}

/**
 * Registers the page on which a customer adds a passkey. A site leads there by a sign-in request with `prompt=passkey`,
 * so the provider has checked the site, the session and the recent sign-in, and leads back to the site.
 */
export function registerNewPasskeys(app: ServiceApp, options: NewPasskeyOptions): void {
  const path = '/interaction/:uid/new-passkey'
  app.get(
    path,
    { config, schema: { ...schema, summary: 'Shows the page to add a passkey' } },
    async (request, reply) => {
      const interaction = await currentInteraction(options, request, reply, request.params, 'passkey')
      const account = await sessionAccount(options, interaction)
      return show(options, request, reply, { interaction, account, name: null, problem: null })
    },
  )
  app.post(path, { config, schema: submit }, async (request, reply) => {
    const interaction = await currentInteraction(options, request, reply, request.params, 'passkey')
    const account = await sessionAccount(options, interaction)
    const fields = fieldsOf(request.body)
    const name = cleanPasskeyName(fields.get('name') ?? '')
    const pageContext = await pageContextOf(options, request, interaction)
    if (fields.get('skip') === null) {
      const answer = fields.get('answer') ?? ''
      const problem = await add(options, {
        interaction,
        account,
        pageContext,
        answer,
        name: isPasskeyName(name) ? name : suggestedName(pageContext.messages, request),
      })
      if (problem) return show(options, request, reply, { interaction, account, name, problem })
    }
    return reply.redirect(await options.provider.interactionResult(request.raw, reply.raw, { passkey: {} }), 303)
  })
}

async function show(
  { database, party, pageContextFor }: NewPasskeyOptions,
  request: FastifyRequest,
  reply: FastifyReply,
  form: {
    readonly interaction: Interaction
    readonly account: AccountFacts
    /** What the customer has typed. Null: show the suggested name. */
    readonly name: string | null
    readonly problem: NewPasskeyProblem | null
  },
): Promise<FastifyReply> {
  const { interaction, account, problem } = form
  const pageContext = await pageContextOf({ pageContextFor }, request, interaction)
  const existing = await credentialsOf(database, account.id)
  const options = await registrationOptions(party, account, { brand: pageContext.brand.name, existing })
  await storeChallenge(database, interaction.uid, options.challenge)
  const html = newPasskeyPage(pageContext, {
    action: interactionPath(interaction, '/new-passkey'),
    email: account.email,
    name: form.name ?? suggestedName(pageContext.messages, request),
    options,
    problem: problem ?? (existing.length >= maximumPasskeys ? 'tooMany' : null),
  })
  return sendPage(reply, problem === null ? 200 : 422, html)
}

/** Verifies and stores a passkey, and queues the mail about it in the same transaction. */
async function add(
  { platform, database, party }: NewPasskeyOptions,
  submitted: {
    readonly interaction: Interaction
    readonly account: AccountFacts
    readonly pageContext: PageContext
    readonly answer: string
    readonly name: string
  },
): Promise<NewPasskeyProblem | null> {
  const { interaction, account, pageContext, answer, name } = submitted
  const challenge = await takeChallenge(database, interaction.uid)
  const credential = challenge === null ? null : await verifiedRegistration(party, answer, challenge)
  if (!credential) {
    platform.log.info({ account: platform.limits.hash(account.id) }, 'a new passkey was refused')
    return 'notCreated'
  }
  const place = { brand: pageContext.brand.key, locale: pageContext.messages.locale }
  return database.transaction().execute(async (change) => {
    const outcome = await insertPasskey(change, { ...credential, accountId: account.id, name })
    if (outcome !== 'added') return outcome === 'tooMany' ? 'tooMany' : 'notCreated'
    await announcePasskey(platform, change, { accountId: account.id, change: 'added', name, ...place })
    platform.log.info(
      { account: platform.limits.hash(account.id), client: clientOf(interaction) },
      'a passkey was added',
    )
    return null
  })
}

/** Names the passkey after the browser and the system, if both are known. */
function suggestedName(messages: Messages, request: FastifyRequest): string {
  const { browser, system } = deviceWords(request.headers['user-agent'])
  if (browser === null || system === null) return messages.text('identity.newPasskey.defaultName')
  return messages.text('device.browserOnSystem', { browser, system })
}
