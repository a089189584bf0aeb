import { z } from 'zod'
import { longestMessage, longestName } from '../../../schema/rules/bookSharing.ts'
import { visibleLine, visibleText } from '../../../schema/rules/visibleText.ts'
import { isEmailAddress } from '../../../schema/rules/emailAddress.ts'
import { orProblem } from '../../platform/contract.ts'
import { emailKey } from '../../platform/emailKey.ts'
import { couldBeLink } from '../../platform/mailLinks.ts'
import type { Platform } from '../../platform/platform.ts'
import { Problem } from '../../platform/problems.ts'

/** Maximum length of an address in base64, in bytes. No valid address is longer. */
const longestEncodedAddress = 2_000

const invalidEmail = () => new Problem(422, 'INVALID_EMAIL', 'This is not an e-mail address in base64.')
const invalidName = () => new Problem(422, 'INVALID_NAME', `A name has 1 to ${longestName} characters and no link.`)
const invalidMessage = () =>
  new Problem(422, 'INVALID_MESSAGE', `A message has at most ${longestMessage.toLocaleString('en')} characters.`)
const unknownVendor = () => new Problem(422, 'UNKNOWN_VENDOR', 'There is no brand with this channel.')

/** One line. A name that looks like a link is refused, because the name is in the subject of a mail to a stranger. */
const fromName = orProblem(
  z
    .string()
    .max(4 * longestName)
    .transform((name) => visibleLine(name.toWellFormed()).replaceAll(/\s+/g, ' ').trim())
    .refine((name) => name !== '' && Array.from(name).length <= longestName && !couldBeLink(name)),
  invalidName,
)

/** Plain text with line breaks; other control characters are removed. */
const personalMessage = orProblem(
  z
    .string()
    .max(4 * longestMessage)
    .transform((message) =>
      visibleText(message.toWellFormed().replaceAll(/\r\n?/g, '\n'))
        .replaceAll(/[^\P{Cc}\n]/gu, ' ')
        .replaceAll(/\n{3,}/g, '\n\n')
        .trim(),
    )
    .refine((message) => Array.from(message).length <= longestMessage),
  invalidMessage,
)

const toEmailAddress = orProblem(
  z
    .string()
    .max(longestEncodedAddress)
    .transform((encoded, context) => {
      const address = decoded(encoded)?.trim().normalize('NFKC')
      if (address !== undefined && isEmailAddress(address)) return address
      context.addIssue('not an address')
      return z.NEVER
    }),
  invalidEmail,
)

const vendorId = orProblem(z.string(), unknownVendor)

/** The texts of a mail with a link. */
export const mailTextsSchema = z.object({
  vendorId: vendorId.describe('The channel of the brand in whose name the mail is sent.'),
  fromName: fromName.describe(`The name of the sender: 1 to ${longestName} characters.`),
  personalMessage: personalMessage.describe(`At most ${longestMessage} characters; may be empty.`),
})

/** The body of the specification's request to share a book. */
export const shareSchema = mailTextsSchema.extend({
  toEmailAddress: toEmailAddress.describe('The e-mail address of the recipient, as base64 of UTF-8.'),
})

/** A request to share, after validation. */
export interface ShareRequest {
  /** The key of the brand. */
  readonly brand: string
  readonly senderName: string
  readonly message: string
  readonly recipientEmail: string
  /** The form in which addresses are compared. */
  readonly recipientKey: string
  /** The language of the mail. Null: the default language of the brand. */
  readonly locale: string | null
}

/**
 * The key of the brand with this channel.
 * @throws Problem 422 if no brand has this channel
 */
export function brandOfVendor({ brands }: Pick<Platform, 'brands'>, channel: string): string {
  const brand = brands.ofChannel(channel)
  if (!brand) throw unknownVendor()
  return brand.key
}

/** @param locale the language of the sender's client */
export function toShareRequest(
  platform: Pick<Platform, 'brands'>,
  body: z.output<typeof shareSchema>,
  locale: string | null,
): ShareRequest {
  return {
    brand: brandOfVendor(platform, body.vendorId),
    senderName: body.fromName,
    message: body.personalMessage,
    recipientEmail: body.toEmailAddress,
    recipientKey: emailKey(body.toEmailAddress),
    locale,
  }
}

/** Decodes base64 or base64url. Undefined if the text is neither, or its bytes are not UTF-8. */
function decoded(encoded: string): string | undefined {
  if (!/^[A-Za-z0-9+/_-]+={0,2}$/.test(encoded)) return undefined
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(encoded, 'base64'))
  } catch {
    return undefined
  }
}
