import { z } from 'zod'
import { readContact } from '../../platform/contact.ts'
import type { ServiceApp } from '../../platform/contract.ts'
import { localeOf } from '../../platform/locales.ts'
import { createMailTexts } from '../../platform/mailTexts.ts'
import { Problem } from '../../platform/problems.ts'
import { lockReadyWidget, noSuchWidget, privateAccountOf } from '../access.ts'
import type { WidgetsContext } from '../context.ts'
import { codeOr } from '../orderCodes.ts'
import { toWireLink } from '../wireLinks.ts'
import { linkSchema } from '../wireSchemas.ts'
import { daysOfLink, maximumRecipients, shareBook } from './shareLinks.ts'
import { readCover, standaloneHtml, writeShareMail } from './shareMail.ts'
import { brandOfVendor, mailTextsSchema, shareSchema, toShareRequest } from './shareRequest.ts'

const params = z.object({ id: codeOr(noSuchWidget) })
const invalidTexts = ['INVALID_NAME', 'INVALID_MESSAGE', 'UNKNOWN_VENDOR']

const share = {
  summary: 'Mails a link to the book',
  description:
    `The link works for ${daysOfLink} days. A recipient who already has a link gets the same link again, and its ${daysOfLink} days start anew. The mail is in the language ` +
    'of `Accept-Language`. The answer is sent before the mail. The state of the link is `sent` as soon as the mail server has accepted the mail. ' +
    `A book has at most ${maximumRecipients} recipients; an account can share 20 times an hour and 60 times a day, and then ` +
    'gets 429 with `Retry-After`.',
  params,
  body: shareSchema,
  response: { 200: linkSchema },
  problems: {
    403: ['PRIVATE_ONLY'],
    404: ['NOT_FOUND'],
    409: ['BLOCKED', 'NOT_READY', 'TOO_MANY_RECIPIENTS', 'EMAIL_UNCONFIRMED'],
    422: ['INVALID_EMAIL', ...invalidTexts],
    429: ['TOO_MANY_MAILS'],
    503: ['UNAVAILABLE'],
  },
}

const preview = {
  summary: 'Shows the mail that would be sent',
  description: 'Stores and sends nothing. The links in the mail lead to no book. Our addition to the specification.',
  params,
  body: mailTextsSchema,
  response: {
    200: z.object({
      subject: z.string(),
      html: z.string().describe('A whole document with its pictures. Show it in a sandbox.'),
      text: z.string(),
    }),
  },
  problems: {
    403: ['PRIVATE_ONLY'],
    404: ['NOT_FOUND'],
    409: ['BLOCKED', 'NOT_READY'],
    422: invalidTexts,
  },
}

/** Registers the routes by which private customers share their books by mail. */
export function registerShareRoutes(app: ServiceApp, context: WidgetsContext): void {
  const { platform, database } = context
  const mailTexts = createMailTexts(platform)

  app.put('/v1/widget/:id/share', { schema: share }, async (request) => {
    const { id: accountId } = privateAccountOf(request)
    // An account with a false address must not send mails to strangers.
    const { confirmed } = await readContact(platform, request)
    if (!confirmed) throw new Problem(409, 'EMAIL_UNCONFIRMED', 'The address of the account is not confirmed.')
    const wanted = toShareRequest(platform, request.body, localeOf(request.headers['accept-language']))
    return toWireLink(context, await shareBook(context, { accountId, code: request.params.id }, wanted))
  })

  app.post('/v1/widget/:id/share/preview', { schema: preview }, async (request) => {
    const { id: accountId } = privateAccountOf(request)
    const { id: code } = request.params
    const { title } = await database.transaction().execute((change) => lockReadyWidget(change, accountId, code))
    const { vendorId, fromName: senderName, personalMessage } = request.body
    const brand = brandOfVendor(platform, vendorId)
    const reader = { email: '', brand, locale: localeOf(request.headers['accept-language']) }
    const message = await writeShareMail(mailTexts, reader, {
      senderName,
      message: personalMessage === '' ? null : personalMessage,
      title,
      expires: new Date(Date.now() + daysOfLink * 86_400_000),
      path: '/books/…',
      stopPath: null,
      cover: await readCover(platform, { accountId, code }),
    })
    return { subject: message.subject, html: standaloneHtml(message), text: message.text }
  })
}
