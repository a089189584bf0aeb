import { readFileSync } from 'node:fs'
import { z } from 'zod'
import type { Brand } from '../../platform/brands/brand.ts'
import { content, nothing, type ServiceApp } from '../../platform/contract.ts'
import { createMessageCatalogues } from '../../platform/messageCatalogues.ts'
import type { Messages } from '../../platform/messages.ts'
import { createPageMessages } from '../../platform/pageMessages.ts'
import type { Platform } from '../../platform/platform.ts'
import { notFound } from '../../platform/problems.ts'
import { answer } from '../answer.ts'

const source = readFileSync(new URL('widget.js', import.meta.url), 'utf8')
const style = readFileSync(new URL('widget.css', import.meta.url), 'utf8')

/** What the edge forwards to the analytics service. */
const feedbackUrl = '/feedback'

const schema = {
  summary: 'Reads our own feedback widget',
  description: 'The id is one of `feedbackWidgets` of the brand of the host. The id determines the language.',
  params: z.object({ file: z.string().describe('Such as `keepsake-en-gb.js`.') }),
  response: { 200: content('text/javascript', 'The script'), 304: nothing },
  problems: { 404: ['NOT_FOUND'] },
}

/** Registers the script that a brand names as `feedbackScript`: `/feedback/{id}.js`. */
export function registerFeedbackWidget(app: ServiceApp, { brands, config }: Pick<Platform, 'brands' | 'config'>): void {
  const readMessages = createPageMessages(createMessageCatalogues(config.localesDir))
  app.get('/feedback/:file', { config: { access: 'public' }, schema }, async (request, reply) => {
    const brand = brands.atHost(request.host)
    const id = /^(.*)\.js$/.exec(request.params.file)?.[1]
    const locale = brand?.locales.find((known) => brand.feedbackWidgets[known] === id)
    if (!brand || id === undefined || locale === undefined) throw notFound('The brand has no such widget.')
    const body = scriptOf(brand, id, await readMessages(locale))
    reply.header('vary', 'Host, X-Forwarded-Host')
    return answer(request, reply, { type: 'text/javascript; charset=utf-8', body, maxAgeSeconds: 0 })
  })
}

function scriptOf({ name }: Brand, id: string, messages: Messages): string {
  const text = (id: string, values = {}) => messages.text(id, values)
  const settings = {
    id,
    url: feedbackUrl,
    locale: messages.locale,
    direction: text('language.direction'),
    style,
    texts: {
      button: text('feedback.button'),
      title: text('feedback.title', { brand: name }),
      scale: text('feedback.scale'),
      text: text('feedback.text'),
      hint: text('feedback.hint'),
      send: text('feedback.send'),
      sending: text('feedback.sending'),
      missing: text('feedback.missing'),
      failed: text('feedback.failed'),
      tooMany: text('feedback.tooMany'),
      thanks: text('feedback.thanks'),
      stored: text('feedback.stored'),
      close: text('common.close'),
    },
  }
  return `(() => {\n${source}\nstartFeedback(${JSON.stringify(settings)})\n})()\n`
}
