import { visibleLine } from '../../schema/rules/visibleText.ts'
import type { MailMessage } from './platform.ts'

/** Characters that no address of a mail may have: they could end the header, or begin another address. */
const unsafeInAddress = /[\s\p{Cc}\p{Zl}\p{Zp}\p{Cs}<>,;]/u
const longestAddress = 254
/** In characters. Mail programs show at most 150. */
const longestSubject = 250

/**
 * Cleans the headers of a mail, so that no text in them can end a header and add another one.
 * @throws UnsafeAddressError for an address with line breaks, control characters or a second address
 */
export function withSafeHeaders(message: MailMessage): MailMessage {
  const { to, from, subject } = message
  if (to === '' || to.length > longestAddress || unsafeInAddress.test(to)) throw new UnsafeAddressError()
  return { ...message, from: oneLine(from), subject: shortened(oneLine(subject), longestSubject) }
}

/**
 * The headers of every mail, besides sender, recipient and subject. `Auto-Submitted` suppresses out-of-office replies.
 * @param id unique for each mail
 */
export function headersOf({ from, unsubscribeUrl }: MailMessage, id: string): Readonly<Record<string, string>> {
  const domain = /@([\w.-]+)>?$/.exec(from)?.[1] ?? 'localhost'
  return {
    'Message-ID': `<${id}@${domain}>`,
    'Auto-Submitted': 'auto-generated',
    ...(unsubscribeUrl === undefined
      ? {}
      : {
          'List-Unsubscribe': `<${new URL(unsubscribeUrl).href}>`,
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        }),
  }
}

/** Text without line breaks, control characters, and characters that change how the rest is shown. */
export function oneLine(text: string): string {
  return visibleLine(text.toWellFormed()).replaceAll(/\s+/g, ' ').trim()
}

/** @param longest maximum length in characters; a longer text ends with an ellipsis */
export function shortened(text: string, longest: number): string {
  const characters = Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment)
  return characters.length <= longest
    ? text
    : `${characters
        .slice(0, longest - 1)
        .join('')
        .trimEnd()}…`
}

/**
 * Has the error code of an address that a mail server has refused, so that the mail is not sent again
 * (`isRefusedForGood`).
 */
class UnsafeAddressError extends Error {
  readonly code = 'EENVELOPE'

  constructor() {
    super('The address of a mail contains characters that no address may have.')
  }
}
