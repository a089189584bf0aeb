import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { errors } from 'oidc-provider'
import { z } from 'zod'
import { addressGroup } from '../../http/addressGroup.ts'
import type { ServiceApp } from '../platform/contract.ts'
import { Buckets } from '../platform/limits/buckets.ts'
import type { RequestRate } from '../platform/limits/settings.ts'
import { Problem } from '../platform/problems.ts'
import { sendPage } from './forms.ts'
import type { PageContextFor } from './pageContext.ts'
import { errorPage, tooManyRequestsPage } from './pages/errorPage.ts'
import type { PageContext } from './pages/layout.ts'

/** The value of `Retry-After` on a page that says that something failed. */
const pageRetrySeconds = '5'
/** How many pages an address group gets for refused requests. A page costs more than a plain problem. */
const pagesOfAddress: RequestRate = { rate: 1, burst: 20 }

/**
 * Shows a page to a visitor whose network sends too many requests. Unless a form was sent, the browser tries again by
 * itself. A network that sends many more requests gets plain problems.
 */
export function answerLimitsWithPages(app: ServiceApp, pageContextFor: PageContextFor): void {
  const pages = new Buckets(pagesOfAddress)
  app.setErrorHandler(async (error: FastifyError, request, reply) => {
    const isPage = request.headers.accept?.includes('text/html') === true
    if (!isPage || !(error instanceof Problem) || error.code !== 'RATE_LIMITED') throw error
    if (pages.take(addressGroup(request.ip)) > 0) throw error
    const retryAfter = error.headers['retry-after']
    // Sends only this header of the problem. With the other headers, the edge itself would refuse the next requests of
    // this network, and the next visitor would not get this page.
    reply.header('retry-after', retryAfter)
    if (request.method === 'GET') reply.header('refresh', retryAfter)
    const pageContext = await contextOf(pageContextFor, request)
    return sendPage(reply, 429, tooManyRequestsPage(pageContext, Number(retryAfter), request.id))
  })
}

/**
 * Shows a page when a sign-in has expired, or when one of our pages fails unexpectedly. If the sign-in has expired, the
 * page says how to continue.
 */
export function answerWithPages(app: ServiceApp, pageContextFor: PageContextFor): void {
  app.setErrorHandler(async (error: FastifyError, request, reply) => {
    if (error instanceof errors.SessionNotFound) return sendFailure(pageContextFor, request, reply, 400)
    if ((error.statusCode !== undefined && error.statusCode < 500) || error instanceof Problem) throw error
    request.log.error({ err: error }, 'a sign-in page failed')
    reply.header('retry-after', pageRetrySeconds)
    return sendFailure(pageContextFor, request, reply, 503).catch(() => {
      // The page itself could not be rendered, because the catalogue cannot be read.
      throw new Problem(503, 'UNAVAILABLE', 'Please try again in a moment.', { 'retry-after': pageRetrySeconds })
    })
  })
}

async function sendFailure(
  pageContextFor: PageContextFor,
  request: FastifyRequest,
  reply: FastifyReply,
  status: 400 | 503,
): Promise<FastifyReply> {
  const pageContext = await contextOf(pageContextFor, request)
  return sendPage(reply, status, errorPage(pageContext, status === 400 ? 'expired' : 'unavailable', request.id))
}

const querySchema = z.object({ client: z.string().optional().catch(undefined) })

/** The brand and language for the site that the URL names. */
async function contextOf(pageContextFor: PageContextFor, request: FastifyRequest): Promise<PageContext> {
  return pageContextFor({
    clientId: querySchema.parse(request.query).client,
    uiLocales: undefined,
    acceptLanguage: request.headers['accept-language'],
  })
}
