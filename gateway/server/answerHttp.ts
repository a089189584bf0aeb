import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CostReport, GatewayContext, Viewer } from '../context.ts'
import { codedError } from '../errors/codes.ts'
import { isObject } from '../execution/persistedDocuments.ts'
import type { Admission } from '../limits/admission.ts'
import { clientAddress } from '../limits/clientAddress.ts'
import type { OperationObservation } from '../telemetry/observation.ts'
import type { Telemetry } from '../telemetry/telemetry.ts'
import type { Authentication } from './authentication.ts'
import type { OperationOrigin } from './contexts.ts'
import { costReportFor } from './costReports.ts'
import type { EventStreams } from './eventStream.ts'
import type { GraphqlServer } from './graphqlServer.ts'
import { isAcceptable, mediaTypesMessage, namedMultipartType } from './mediaTypes.ts'
import { refuseRequest } from './requestForm.ts'

/** The dependencies of answers over HTTP. */
export interface HttpAnswerOptions {
  readonly telemetry: Telemetry
  readonly authentication: Authentication
  readonly admission: Admission
  readonly server: GraphqlServer
  readonly streams: EventStreams
  readonly createContextOf: (
    caller: Omit<OperationOrigin, 'observation'>,
    observation: OperationObservation,
  ) => GatewayContext
}

/** Creates a function that answers operations over HTTP, as one response, in parts, or as an event stream. */
export function createHttpAnswer(options: HttpAnswerOptions) {
  const { authentication, admission, streams } = options
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    const found = authentication.viewerOf(request)
    const viewer = found instanceof Promise ? await found : found
    const accountId = viewer?.accountId ?? null
    const refusal = admission.refuseAccount(accountId)
    if (refusal) {
      showBudget(request, reply, accountId, admission)
      throw refusal
    }
    if (!streams.isRequestedBy(request)) return answerInOne(request, reply, viewer, options)
    showBudget(request, reply, accountId, admission)
    const { id, headers } = request
    const caller = { correlationId: id, host: hostOf(request), address: clientAddress(request), viewer, headers }
    return streams.answer(request, reply, { ...caller, transport: 'sse', traceparent: traceparentOf(request) })
  }
}

async function answerInOne(
  request: FastifyRequest,
  reply: FastifyReply,
  viewer: Viewer | null,
  { telemetry, admission, server, createContextOf }: HttpAnswerOptions,
): Promise<FastifyReply> {
  const origin = { correlationId: request.id, host: hostOf(request) }
  const accountId = viewer?.accountId ?? null
  const watcher = admission.watcherOf(accountId)
  const traceparent = traceparentOf(request)
  const observation = telemetry.observe({ ...origin, transport: 'http', traceparent }, watcher)
  const address = () => clientAddress(request)
  const context = createContextOf({ ...origin, address, viewer, costReport: costReportOf(request) }, observation)
  const fast = await server.fastPath.answer(request, context)
  if (fast) {
    showBudget(request, reply, accountId, admission)
    // Sent as text, so that Node writes headers and body in one piece (docs/decisions/0203).
    return reply.header('content-type', fast.contentType).send(fast.body)
  }
  const { accept } = request.headers
  if (!isAcceptable(accept)) {
    observation.finish([codedError('BAD_USER_INPUT', mediaTypesMessage)])
    return refuseRequest(reply, 406, mediaTypesMessage)
  }
  const response = await server.yoga.handleNodeRequestAndResponse(request, reply, context)
  showBudget(request, reply, accountId, admission)
  return sendResponse(reply, response, accept)
}

function showBudget(
  request: FastifyRequest,
  reply: FastifyReply,
  accountId: string | null,
  admission: Admission,
): void {
  reply.headers(admission.rateLimitHeaders(accountId, () => clientAddress(request)))
}

function sendResponse(
  reply: FastifyReply,
  { status, headers, body }: Response,
  accept: string | undefined,
): FastifyReply {
  headers.forEach((value, name) => {
    const isMultipart = name.toLowerCase() === 'content-type' && value.startsWith('multipart/mixed')
    reply.header(name, isMultipart ? namedMultipartType(value, accept) : value)
  })
  // Fastify would write a missing body as the text `null`.
  return reply.code(status).send(body ?? '')
}

function costReportOf({ body, headers }: FastifyRequest): CostReport | undefined {
  return costReportFor(isObject(body) ? body : {}, headers)
}

function traceparentOf({ headers: { traceparent } }: FastifyRequest): string | undefined {
  return typeof traceparent === 'string' ? traceparent : undefined
}

/** The host that the client addressed, with its port. */
export function hostOf({ headers }: FastifyRequest): string {
  const forwarded = headers['x-forwarded-host']
  return (Array.isArray(forwarded) ? forwarded[0] : forwarded)?.split(',')[0]?.trim() ?? headers.host ?? ''
}
