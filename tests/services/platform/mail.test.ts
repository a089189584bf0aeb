import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import pino from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createMailTransport } from '../../../services/platform/mail.ts'
import { isRefusedForGood } from '../../../services/platform/mailRefusal.ts'
import { registerOutboxPage } from '../../../services/platform/outboxPage.ts'
import { createServiceApp } from '../../../services/platform/serviceApp.ts'
import { freePort } from '../../../launcher/ports.ts'

const message = {
  to: 'anna@keepsake.example',
  from: 'Keepsake <no-reply@keepsake.example>',
  subject: 'Confirm <your> address',
  text: 'Hello Anna,\nhttps://keepsake.example/confirm?a=1&b=2\n<script>alert(1)</script>',
}

describe('without an SMTP server', () => {
  let dataDir: string
  let app: FastifyInstance
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'keepsake-mail-'))
    app = createServiceApp(pino({ level: 'silent' }), ['loopback'])
    await registerOutboxPage(app, { dataDir, localesDir: 'web/locales' })
  })
  afterEach(async () => {
    await app.close()
    await rm(dataDir, { recursive: true })
  })
  const mail = () => createMailTransport({ dataDir, smtpUrl: undefined })
  const page = async (url: string) => (await app.inject(url)).body

  test('the outbox is empty at first', async () => {
    expect(await page('/dev/outbox')).toContain('No e-mails have been sent yet.')
  })

  test('mails are listed newest first, and each can be read', async () => {
    await mail().send(message)
    await new Promise((resolve) => setTimeout(resolve, 5))
    await mail().send({ ...message, to: 'ben@keepsake.example', subject: 'Second' })
    const list = await page('/dev/outbox')
    expect(list.indexOf('Second')).toBeLessThan(list.indexOf('Confirm &#60;your&#62; address'))
    const links = [...list.matchAll(/href="(\/dev\/outbox\/[^"]+)"/g)].map((match) => match[1] ?? '')
    expect(links).toHaveLength(2)
    const second = await page(links[1] ?? '')
    expect(second).toContain('anna@keepsake.example')
    expect(second).toContain('<a href="https://keepsake.example/confirm?a=1&#38;b=2">')
  })

  test('the content of a mail is shown as text, or in a sandbox', async () => {
    await mail().send({ ...message, html: '<p onclick="alert(1)">Hello</p>"><script>alert(2)</script>' })
    const link = /href="(\/dev\/outbox\/[^"]+)"/.exec(await page('/dev/outbox'))?.[1] ?? ''
    const answer = await app.inject(link)
    expect(answer.body).not.toContain('<script')
    expect(answer.body).toContain('<iframe sandbox ')
    expect(answer.headers['content-security-policy']).toContain("default-src 'none'")
  })

  test.each(['nothing', '..%2F..%2Fkeys%2Foperator', '%2e%2e', 'a'.repeat(500)])(
    'a mail %s does not exist',
    async (id) => {
      const answer = await app.inject(`/dev/outbox/${id}`)
      expect(answer.statusCode).toBe(404)
      expect(answer.headers['content-type']).toContain('application/problem+json')
    },
  )

  test('a mail shows its headers, and its pictures without the network', async () => {
    const pictures = [{ id: 'logo.png', contentType: 'image/png', content: 'AAAA' }]
    const unsubscribeUrl = 'https://keepsake.example/unsubscribe/a'
    await mail().send({ ...message, html: '<img src="cid:logo.png">', pictures, unsubscribeUrl })
    const shown = await page(/href="(\/dev\/outbox\/[^"]+)"/.exec(await page('/dev/outbox'))?.[1] ?? '')
    expect(shown).toContain('src=&#34;data:image/png;base64,AAAA&#34;')
    expect(shown).toMatch(/<dt>Message-ID<\/dt><dd>&#60;[\w-]+@keepsake\.example&#62;/)
    expect(shown).toContain('<dt>List-Unsubscribe</dt><dd>&#60;https://keepsake.example/unsubscribe/a&#62;</dd>')
  })

  test('each mail is a separate file', async () => {
    await Promise.all(Array.from({ length: 20 }, () => mail().send(message)))
    expect(await readdir(join(dataDir, 'outbox'))).toHaveLength(20)
  })
})

describe('with an SMTP server', () => {
  test('mails are sent to it', async () => {
    const port = await freePort()
    const received: string[] = []
    const server = createServer((socket) => talkSmtp(socket, received)).listen(port, '127.0.0.1')
    await once(server, 'listening')
    await createMailTransport({ dataDir: '/nowhere', smtpUrl: `smtp://127.0.0.1:${port}?ignoreTLS=true` }).send(message)
    expect(received.join('\n')).toMatch(/RCPT TO:<anna@keepsake\.example>[\s\S]*Subject: Confirm <your> address/)
    server.close()
  })

  test.each([
    'a@example.com\r\nBcc: b@example.com',
    'a@example.com,b@example.com',
    'a@example.com b@example.com',
    '<b@example.com>',
    'a@example.com\u2028b',
    'a\u0000@example.com',
    '',
    'a'.repeat(300),
  ])('the address %j is refused for good, before anything is sent', async (to) => {
    const mail = createMailTransport({ dataDir: '/nowhere', smtpUrl: `smtp://127.0.0.1:${await freePort()}` })
    const error = await mail.send({ ...message, to }).then(
      () => null,
      (reason: unknown) => reason,
    )
    expect(isRefusedForGood(error)).toBe(true)
  })

  test('no text can add a header, and marketing mails can be unsubscribed from with one click', async () => {
    const port = await freePort()
    const received: string[] = []
    const server = createServer((socket) => talkSmtp(socket, received)).listen(port, '127.0.0.1')
    await once(server, 'listening')
    const transport = createMailTransport({ dataDir: '/nowhere', smtpUrl: `smtp://127.0.0.1:${port}?ignoreTLS=true` })
    const injected = 'Hello\r\nBcc: x@example.com\r\n\r\n<script>\u2028Cc: y@example.com\u202Eevil'
    await transport.send({
      ...message,
      subject: injected,
      from: '"Keep\r\nBcc: x@example.com" <no-reply@keepsake.example>',
      unsubscribeUrl: 'https://keepsake.example/unsubscribe/a',
    })
    await transport.send(message)
    server.close()
    const text = received.join('\n').replaceAll(/\n[ \t]/g, ' ')
    expect(text).not.toMatch(/^(Bcc|Cc):/im)
    expect(received.filter((line) => line.startsWith('RCPT TO:'))).toEqual([
      'RCPT TO:<anna@keepsake.example>',
      'RCPT TO:<anna@keepsake.example>',
    ])
    expect(text).toMatch(/^Message-ID: <[\w-]+@keepsake\.example>$/im)
    expect(text.match(/^Auto-Submitted: auto-generated$/gim)).toHaveLength(2)
    expect(text.match(/^List-Unsubscribe: <https:\/\/keepsake\.example\/unsubscribe\/a>$/gim)).toHaveLength(1)
    expect(text.match(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/gim)).toHaveLength(1)
  })

  test('sending fails if the server cannot be reached', async () => {
    const mail = createMailTransport({ dataDir: '/nowhere', smtpUrl: `smtp://127.0.0.1:${await freePort()}` })
    await expect(mail.send(message)).rejects.toThrow('ECONNREFUSED')
  })
})

/** The part of SMTP that a client needs to deliver a mail. */
function talkSmtp(socket: Socket, received: string[]): void {
  let inData = false
  socket.write('220 test\r\n')
  socket.on('data', (data) => {
    for (const line of data.toString().split('\r\n').filter(Boolean)) {
      received.push(line)
      if (inData && line !== '.') continue
      if (line === 'QUIT') socket.end('221 bye\r\n')
      else socket.write(line === 'DATA' ? '354 go on\r\n' : '250 ok\r\n')
      inData = line === 'DATA'
    }
  })
}
