import type { FastifyReply } from 'fastify'
import type { ServiceApp } from '../platform/contract.ts'
import { visibleText } from '../platform/visibleText.ts'
import type { Html } from './pages/html.ts'

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

/** A field as one line of visible text. Control characters, which cannot be typed, become spaces. */
export function lineOf(fields: URLSearchParams, name: string): string {
  return visibleText((fields.get(name) ?? '').replace(/\p{Cc}/gu, ' '))
}

/** Sends a page that must not be cached. */
export function sendPage(reply: FastifyReply, status: number, page: Html): FastifyReply {
  return reply.status(status).header('cache-control', 'no-store').type('text/html; charset=utf-8').send(page.toString())
}
