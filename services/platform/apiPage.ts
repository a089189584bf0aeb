import { sendDevPage } from './devPage.ts'
import { escapeText } from './markup.ts'
import { notFound } from './problems.ts'
import type { ServiceApp } from './contract.ts'
import type { OpenApiDocument, Operation } from './openapi.ts'

type Documents = ReadonlyMap<string, () => OpenApiDocument>

/**
 * Shows the OpenAPI documents of the services at `/dev/api`, and serves them at `/dev/api/<service>.json`. Exists only
 * in a demo. In other installations, the edge makes only the documents of the services identity and storage readable
 * from outside.
 */
export function registerApiPage(app: ServiceApp, documents: Documents): void {
  const config = { access: 'public' } as const
  app.get('/dev/api', { config }, async (_request, reply) => sendDevPage(reply, 'REST API', pageOf(documents)))
  app.get<{ Params: { file: string } }>('/dev/api/:file', { config }, async ({ params: { file } }) => {
    const document = file.endsWith('.json') ? documents.get(file.slice(0, -'.json'.length)) : undefined
    if (!document) throw notFound('There is no such service.')
    return document()
  })
}

function pageOf(documents: Documents): string {
  const links = [...documents.keys()].map((name) => `<li><a href="#${name}">${name}</a></li>`)
  const services = [...documents].map(([name, document]) => serviceOf(name, document()))
  return `<h1>REST API of the services</h1><nav aria-label="Services"><ul>${links.join('')}</ul></nav>${services.join('')}`
}

function serviceOf(name: string, { info, paths }: OpenApiDocument): string {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => operationOf(`${method.toUpperCase()} ${path}`, operation)),
  )
  return `<section aria-labelledby="${name}"><h2 id="${name}">${name}</h2><p>${escapeText(info.description)}
<a href="/dev/api/${name}.json">OpenAPI document of ${name}</a></p>${operations.join('')}</section>`
}

function operationOf(call: string, operation: Operation): string {
  const { summary = '', description = '', security, ...rest } = operation
  const access = security.flatMap((scheme) => Object.keys(scheme)).join(', ') || 'public'
  return `<details><summary><code>${escapeText(call)}</code> ${escapeText(summary)}</summary>
<p>Access: ${access}</p><p>${escapeText(description)}</p><pre tabindex="0">${escapeText(JSON.stringify(rest, null, 2))}</pre></details>`
}
