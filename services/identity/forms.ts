import type { FastifyReply } from 'fastify'
import { visibleLine } from '../../schema/rules/visibleText.ts'
import type { ServiceApp } from '../platform/contract.ts'
import type { Html } from '../platform/html.ts'

/** Parses the bodies of forms. */
export function acceptForms(app: ServiceApp): void {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: 16 * 1024 },
    (_request, body, done) => done(null, new URLSearchParams(String(body))),
  )
}

/** A body that is not a form has no fields. */
export function fieldsOf(body: unknown): URLSearchParams {
  return body instanceof URLSearchParams ? body : new URLSearchParams()
}

/** A field as one line of visible text. */
export function lineOf(fields: URLSearchParams, name: string): string {
  return visibleLine(fields.get(name) ?? '')
}

/** Sends a page that must not be cached. */
export function sendPage(reply: FastifyReply, status: number, page: Html): FastifyReply {
  return reply.status(status).header('cache-control', 'no-store').type('text/html; charset=utf-8').send(page.toString())
}
