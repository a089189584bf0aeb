import type { FastifyReply, FastifyRequest } from 'fastify'
import { errors, type Interaction, type Provider } from 'oidc-provider'
import type { Platform } from '../platform/platform.ts'
import { chosenOr } from '../platform/messages.ts'
import type { PageContextFor } from './pageContext.ts'
import type { PageContext } from './pages/layout.ts'
import type { PromptName } from './prompts.ts'
import { isOwnForm, policyFor } from './security.ts'

interface InteractionSources {
  readonly platform: Platform
  readonly provider: Provider
}

/**
 * Finds the interaction of the visitor's cookie.
 * @throws SessionNotFound if the cookie has no interaction, if the interaction has another prompt than the page, or if
 *   a form was not sent by our own page
 */
export async function currentInteraction(
  options: InteractionSources,
  request: FastifyRequest,
  reply: FastifyReply,
  params: { readonly uid: string },
  prompt: PromptName = 'login',
): Promise<Interaction> {
  if (request.method === 'POST' && !isOwnForm(request, options.platform.config.publicUrl)) {
    throw new errors.SessionNotFound('the form was not sent by our own page')
  }
  const interaction = await options.provider.interactionDetails(request.raw, reply.raw)
  // The sign-in page and the registration page link to each other, so both accept the interactions of both.
  const name = interaction.prompt.name === 'create' ? 'login' : interaction.prompt.name
  if (interaction.uid !== params.uid || name !== prompt) {
    throw new errors.SessionNotFound('the cookie belongs to another interaction')
  }
  reply.header('content-security-policy', policyFor(options.platform, clientOf(interaction)))
  return interaction
}

/** The brand and language of a page: those of the site that sent the visitor. */
export async function pageContextOf(
  options: { readonly pageContextFor: PageContextFor },
  request: FastifyRequest,
  interaction: Interaction,
): Promise<PageContext> {
  const { ui_locales: uiLocales } = interaction.params
  return options.pageContextFor({
    clientId: clientOf(interaction),
    uiLocales: chosenOr(uiLocales, request.headers),
    acceptLanguage: request.headers['accept-language'],
  })
}

/** The client id of the site that sent the visitor. */
export function clientOf({ params: { client_id: clientId } }: Interaction): string | undefined {
  return typeof clientId === 'string' ? clientId : undefined
}
