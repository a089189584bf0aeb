import { randomUUID } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { headersOf, withSafeHeaders } from './mailHeaders.ts'
import type { MailTransport } from './platform.ts'

const smtpDeadlineMilliseconds = 15_000

/**
 * Sends by SMTP if a server is configured. Otherwise writes to the outbox folder, which `/dev/outbox` shows in the
 * demo.
 */
export function createMailTransport(config: {
  readonly dataDir: string
  readonly smtpUrl: string | undefined
}): MailTransport {
  return config.smtpUrl ? createSmtpMail(config.smtpUrl) : createOutbox(outboxFolder(config.dataDir))
}

/** Where mails are written if no SMTP server is configured. */
export function outboxFolder(dataDir: string): string {
  return join(dataDir, 'outbox')
}

function createSmtpMail(url: string): MailTransport {
  const transport = createTransport({
    url,
    connectionTimeout: smtpDeadlineMilliseconds,
    greetingTimeout: smtpDeadlineMilliseconds,
    socketTimeout: smtpDeadlineMilliseconds,
  })
  return {
    async send(message) {
      const { to: address, from, subject, text, html, pictures = [] } = withSafeHeaders(message)
      await transport.sendMail({
        // The address is passed as an object, so that it is never parsed as a list of addresses.
        to: { name: '', address },
        from,
        subject,
        text,
        html,
        headers: headersOf(message, message.messageId ?? randomUUID()),
        attachments: pictures.map(({ id, contentType, content }) => ({
          cid: id,
          filename: id,
          contentType,
          content: Buffer.from(content, 'base64'),
          contentDisposition: 'inline' as const,
        })),
      })
    },
  }
}

function createOutbox(folder: string): MailTransport {
  return {
    async send(message) {
      const safe = withSafeHeaders(message)
      const id = message.messageId ?? randomUUID()
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const sent = new Date().toISOString()
      const name = `${sent.replaceAll(/[:.]/g, '-')}_${id}`
      const unfinished = join(folder, `.${name}`)
      await writeFile(unfinished, JSON.stringify({ ...safe, headers: headersOf(safe, id), sent }, null, 2))
      await rename(unfinished, join(folder, `${name}.json`))
    },
  }
}
