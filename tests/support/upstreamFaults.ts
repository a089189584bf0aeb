import type { FastifyReply } from 'fastify'

/** A faulty response of an upstream. */
export type Fault =
  | {
      readonly kind: 'status'
      readonly status: number
      readonly retryAfter?: string
      readonly code?: string
      /** The whole body, instead of a problem with the code. */
      readonly text?: string
    }
  | { readonly kind: 'hang' }
  | { readonly kind: 'reset' }
  | { readonly kind: 'body'; readonly text: string }
  | { readonly kind: 'slowBody' }
  | { readonly kind: 'hugeBody' }

/** Answers a call with a fault. */
export async function misbehave(fault: Fault, reply: FastifyReply): Promise<FastifyReply> {
  if (fault.kind === 'status') {
    if (fault.retryAfter !== undefined) reply.header('retry-after', fault.retryAfter)
    const { status, code = 'FAULT', text } = fault
    if (text !== undefined) return reply.code(status).type('application/json').send(text)
    return reply.code(status).type('application/problem+json').send({ status, code })
  }
  if (fault.kind === 'body') return reply.type('application/json').send(fault.text)
  reply.hijack()
  const { raw } = reply
  if (fault.kind === 'reset') raw.socket?.destroy()
  if (fault.kind === 'slowBody') {
    raw.writeHead(200, { 'content-type': 'application/json' })
    raw.write('{"photosCount":')
  }
  if (fault.kind === 'hugeBody') {
    raw.writeHead(200, { 'content-type': 'application/json' })
    const chunk = ' '.repeat(1_000_000)
    for (let megabyte = 0; megabyte < 12; megabyte += 1) raw.write(chunk)
    raw.end('{}')
  }
  return reply
}
