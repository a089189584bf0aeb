import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { until } from '../storage/customer.ts'
import type { RunningIdentity } from './support.ts'

export interface SentMail {
  readonly to: string
  readonly subject: string
  readonly text: string
}

/** All mails that were sent so far, oldest first. */
export async function sentMails(identity: RunningIdentity): Promise<SentMail[]> {
  const folder = join(identity.platform.config.dataDir, 'outbox')
  const files = await readdir(folder).catch((): string[] => [])
  // The file of a mail that is still being written has another extension.
  const names = files.filter((name) => name.endsWith('.json')).toSorted()
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
  return texts.map((text): SentMail => JSON.parse(text))
}

/** Waits until there are this many mails to an address. Returns the mails, oldest first. */
export async function mailsTo(identity: RunningIdentity, email: string, count: number): Promise<SentMail[]> {
  return until(async () => {
    const own = (await sentMails(identity)).filter(({ to }) => to === email)
    return own.length >= count ? own : null
  }, `${count} mails to ${email}`)
}

/** The mails that contain a text. */
export async function mailsAbout(identity: RunningIdentity, text: string): Promise<SentMail[]> {
  return (await sentMails(identity)).filter((mail) => mail.text.includes(text))
}
