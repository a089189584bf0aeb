import { type BrandTexts, createBrandTexts } from '../../platform/brandTexts.ts'
import type { ServiceApp } from '../../platform/contract.ts'
import { pageFields, type UnsubscribePage } from '../../platform/unsubscribePage.ts'
import { registerUnsubscribeRoutes, type ShownLink } from '../../platform/unsubscribeRoutes.ts'
import { textsOf } from '../book/readers.ts'
import type { WidgetsContext } from '../context.ts'
import { readStop, type Stop, stopMails, undoStop } from './recipients.ts'

/** The path at the service, and at the edge. */
const path = '/books/stop'

/** Registers the page on which a recipient stops all mails that share books, from all customers. */
export function registerStopRoutes(app: ServiceApp, { platform, database, tokens }: WidgetsContext): void {
  const textsFor = createBrandTexts(platform)
  /**
   * Makes the change, if one is given, for the recipient of a valid token. Then reads what is stored for this
   * recipient.
   */
  const withRecipient = async (token: string, change?: typeof stopMails): Promise<Stop | undefined> => {
    const addressHash = tokens.readRecipient(token)
    if (addressHash === null) return undefined
    await change?.(database, addressHash)
    return readStop(database, addressHash)
  }
  registerUnsubscribeRoutes<Stop>(app, {
    path,
    undoPath: 'undo',
    summaries: {
      show: 'Shows the page that stops mails with books',
      stop: 'Stops all mails with books to a recipient, with one click (RFC 8058)',
      undo: 'Undoes the stop, within a day',
    },
    read: async (token) => withRecipient(token),
    stop: async (token) => withRecipient(token, stopMails),
    undo: async (token) => withRecipient(token, undoStop),
    textsOf: async (request) => textsOf(request, { platform, textsFor }),
    pageOf,
  })
}

function pageOf({ text }: BrandTexts, { token, link }: ShownLink<Stop>): UnsubscribePage {
  if (!link) return { title: text('bookMails.invalidTitle'), text: text('bookMails.invalid') }
  const action = `${path}/${token}`
  if (!link.isStopped) {
    const form = { action, label: text('bookMails.confirm'), fields: pageFields }
    return { title: text('bookMails.askTitle'), text: text('bookMails.ask'), form }
  }
  const done = { title: text('bookMails.doneTitle'), text: text('bookMails.done') }
  return link.canUndo
    ? { ...done, form: { action: `${action}/undo`, label: text('bookMails.undo'), fields: {} } }
    : done
}
