import { isRefusedForGood } from './mailRefusal.ts'
import type { Mail, MailMessage, MailOutcome, Platform } from './platform.ts'

/** The outcome of a mail. `refused`: the mail server does not deliver to this address. */
export type SendOutcome = MailOutcome | 'refused'

/**
 * Sends a mail. If the mail server refuses it for good, this is logged and returned, because another attempt would not
 * help.
 * @throws if the mail server is unavailable
 */
export async function sendMail(
  { mail, limits, log }: Pick<Platform, 'mail' | 'limits' | 'log'>,
  message: MailMessage,
  recipient: Parameters<Mail['send']>[1],
): Promise<SendOutcome> {
  try {
    return await mail.send(message, recipient)
  } catch (error) {
    if (!isRefusedForGood(error)) throw error
    const { accountId, kind } = recipient
    log.warn({ err: error, account: limits.hash(accountId), kind }, 'the mail server has refused a mail')
    return 'refused'
  }
}
