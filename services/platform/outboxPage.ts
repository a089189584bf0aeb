import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ServiceApp } from './contract.ts'
import { z } from 'zod'
import { outboxFolder } from './mail.ts'
import { escapeText, linkAddresses } from './markup.ts'
import { sendDevPage } from './devPage.ts'
import { notFound } from './problems.ts'

const maximumListed = 200
const idPattern = /^[\w-]{1,100}$/
const mailSchema = z.object({
  to: z.string(),
  from: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string().optional(),
  sent: z.string(),
  // Absent in mails of earlier releases.
  headers: z.record(z.string(), z.string()).default({}),
  pictures: z.array(z.object({ id: z.string(), contentType: z.string(), content: z.string() })).default([]),
})
type StoredMail = z.infer<typeof mailSchema>

const messageIds = ['title', 'empty', 'back', 'to', 'from', 'sent', 'text', 'html'] as const
type Texts = Readonly<Record<(typeof messageIds)[number], string>>

/**
 * Shows mails that were not sent, newest first, at `/dev/outbox`. Used in the demo, if no SMTP server is configured.
 */
export async function registerOutboxPage(
  app: ServiceApp,
  config: { readonly dataDir: string; readonly localesDir: string },
): Promise<void> {
  const folder = outboxFolder(config.dataDir)
  const texts = await readTexts(config.localesDir)
  app.get('/dev/outbox', async (_request, reply) => {
    const files = await readdir(folder).catch(() => [])
    const ids = files.filter((file) => /^[^.].*\.json$/.test(file)).map((file) => file.slice(0, -'.json'.length))
    const newest = ids.toSorted().toReversed().slice(0, maximumListed)
    const mails = await Promise.all(newest.map(async (id) => ({ id, mail: await readMail(folder, id) })))
    return sendDevPage(reply, texts.title, listOf(mails, texts))
  })
  app.get<{ Params: { id: string } }>('/dev/outbox/:id', async ({ params: { id } }, reply) => {
    const mail = idPattern.test(id) ? await readMail(folder, id) : null
    if (!mail) throw notFound('There is no such mail.')
    return sendDevPage(reply, mail.subject, contentOf(mail, texts))
  })
}

async function readTexts(localesDir: string): Promise<Texts> {
  const catalogue: unknown = JSON.parse(await readFile(join(localesDir, 'en-GB.json'), 'utf8'))
  const messages = z.record(z.string(), z.string()).parse(catalogue)
  const entries = messageIds.map((id) => {
    const message = messages[`outbox.${id}`]
    if (message === undefined) throw new Error(`The message outbox.${id} is not in ${localesDir}/en-GB.json.`)
    return [id, message] as const
  })
  // `Object.fromEntries` loses the type of the keys; all of `messageIds` are there.
  return Object.fromEntries(entries) as Texts
}

async function readMail(folder: string, id: string): Promise<StoredMail | null> {
  try {
    return mailSchema.parse(JSON.parse(await readFile(join(folder, `${id}.json`), 'utf8')))
  } catch {
    return null
  }
}

function listOf(mails: readonly { id: string; mail: StoredMail | null }[], texts: Texts): string {
  const items = mails.map(({ id, mail }) =>
    mail
      ? `<li><a href="/dev/outbox/${id}">${escapeText(mail.subject)}</a><p>${escapeText(mail.to)} · ${time(mail.sent)}</p></li>`
      : '',
  )
  return `<h1>${escapeText(texts.title)}</h1>${items.length > 0 ? `<ul>${items.join('')}</ul>` : `<p>${escapeText(texts.empty)}</p>`}`
}

function contentOf(mail: StoredMail, texts: Texts): string {
  const facts = [
    [texts.to, escapeText(mail.to)],
    [texts.from, escapeText(mail.from)],
    [texts.sent, time(mail.sent)],
    ...Object.entries(mail.headers).map(([name, value]) => [name, escapeText(value)]),
  ].map(([name, value]) => `<dt>${escapeText(name ?? '')}</dt><dd>${value}</dd>`)
  const html = mail.html
    ? `<h2>${escapeText(texts.html)}</h2><iframe sandbox title="${escapeText(texts.html)}" srcdoc="${escapeText(withPictures(mail.html, mail))}"></iframe>`
    : ''
  return `<p><a href="/dev/outbox">${escapeText(texts.back)}</a></p><h1>${escapeText(mail.subject)}</h1><dl>${facts.join('')}</dl>
<h2>${escapeText(texts.text)}</h2><pre>${linkAddresses(escapeText(mail.text))}</pre>${html}`
}

/** Replaces the `cid:` URLs of the mail's pictures by `data:` URLs, because a browser cannot load `cid:` URLs. */
function withPictures(html: string, { pictures }: StoredMail): string {
  return pictures.reduce(
    (shown, { id, contentType, content }) =>
      shown.replaceAll(`src="cid:${escapeText(id)}"`, `src="data:${escapeText(contentType)};base64,${content}"`),
    html,
  )
}

function time(iso: string): string {
  return `<time datetime="${escapeText(iso)}">${escapeText(iso.slice(0, 19).replace('T', ' '))} UTC</time>`
}
