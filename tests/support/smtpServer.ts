import { EventEmitter, once } from 'node:events'
import { createServer, type Socket } from 'node:net'

/** An accepted mail. */
export interface AcceptedMail {
  readonly to: string
  readonly subject: string
  /** The raw content with headers. */
  readonly content: string
}

/** A minimal SMTP server that accepts mails. */
export interface SmtpServer {
  readonly url: string
  /** The accepted mails, in order of arrival. */
  readonly mails: AcceptedMail[]
  /** While true, every mail is rejected temporarily. */
  isRefusing: boolean
  /** While true, the server accepts mails, but does not confirm this to the sender. */
  isSilent: boolean
  /** Recipients whose mails are rejected permanently. */
  readonly unknown: Set<string>
  /** The recipients of rejected mails. */
  readonly refused: string[]
  /** Resolves when this many mails have been accepted. */
  untilAccepted(count: number): Promise<void>
  close(): Promise<void>
}

export async function startSmtpServer(): Promise<SmtpServer> {
  const sockets = new Set<Socket>()
  const arrivals = new EventEmitter()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    // The sender may be killed during the transfer.
    socket.on('error', () => socket.destroy())
    talk(socket, smtp, () => arrivals.emit('mail'))
  })
  const smtp: SmtpServer = {
    url: '',
    mails: [],
    isRefusing: false,
    isSilent: false,
    unknown: new Set(),
    refused: [],
    async untilAccepted(count) {
      while (smtp.mails.length < count) await once(arrivals, 'mail')
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  return Object.assign(smtp, { url: `smtp://127.0.0.1:${port}?ignoreTLS=true` })
}

function talk(socket: Socket, smtp: SmtpServer, accepted: () => void): void {
  let waiting = ''
  let to = ''
  let lines: string[] | null = null
  socket.setEncoding('utf8')
  socket.write('220 test\r\n')
  socket.on('data', (text: string) => {
    const parts = (waiting + text).split('\r\n')
    waiting = parts.pop() ?? ''
    for (const line of parts) {
      if (lines && line !== '.') lines.push(line)
      else if (lines) {
        smtp.mails.push(mailOf(to, lines.join('\n')))
        lines = null
        if (!smtp.isSilent) socket.write('250 accepted\r\n')
        accepted()
      } else if (line === 'QUIT') socket.end('221 bye\r\n')
      else if (line === 'DATA') {
        lines = []
        socket.write('354 go on\r\n')
      } else if (line.startsWith('RCPT TO:')) {
        to = /<(.*)>/.exec(line)?.[1] ?? ''
        socket.write(`${answerTo(smtp, to)}\r\n`)
      } else socket.write('250 ok\r\n')
    }
  })
}

/** The server's response to the address of a recipient. */
function answerTo(smtp: SmtpServer, to: string): string {
  if (!smtp.unknown.has(to) && !smtp.isRefusing) return '250 ok'
  smtp.refused.push(to)
  return smtp.unknown.has(to) ? '550 nobody' : '451 not now'
}

function mailOf(to: string, content: string): AcceptedMail {
  const folded = /^Subject: ((?:.*)(?:\n[ \t].*)*)$/m.exec(content)?.[1] ?? ''
  return { to, subject: folded.replaceAll(/\n[ \t]/g, ' '), content }
}
