import type { Kysely } from 'kysely'
import { type BrandTexts, createBrandTexts } from '../platform/brandTexts.ts'
import type { ServiceApp } from '../platform/contract.ts'
import { localeOf } from '../platform/locales.ts'
import type { Platform } from '../platform/platform.ts'
import { pageFields, type UnsubscribePage } from '../platform/unsubscribePage.ts'
import { registerUnsubscribeRoutes, type ShownLink } from '../platform/unsubscribeRoutes.ts'
import type { MailingTables } from './tables.ts'
import { readUnsubscribeLink, returnByLink, type UnsubscribeLink, unsubscribeByLink } from './unsubscribeLinks.ts'

/** Where the edge shows these pages (`edge/routing.ts`). */
const publicPath = '/newsletter/unsubscribe'

/** Registers the page with which a reader unsubscribes from newsletters. */
export function registerUnsubscribePages(app: ServiceApp, platform: Platform, database: Kysely<MailingTables>): void {
  const textsFor = createBrandTexts(platform)
  registerUnsubscribeRoutes<UnsubscribeLink>(app, {
    path: '/unsubscribe',
    undoPath: 'subscribe',
    summaries: {
      show: 'Shows the page of a link to unsubscribe',
      stop: 'Unsubscribes with one click (RFC 8058)',
      undo: 'Undoes unsubscribing by this link, within a day',
    },
    read: async (token) => readUnsubscribeLink(database, token),
    stop: async (token, place) => unsubscribeByLink(database, token, place),
    undo: async (token) => returnByLink(database, token),
    // The language and the brand of the mail. Without a mail: those of the browser and the host.
    textsOf: async (request, link) =>
      textsFor(
        link?.profile ?? {
          locale: localeOf(request.headers['accept-language']),
          brand: platform.brands.atHost(request.host) ?? null,
        },
      ),
    pageOf,
  })
}

function pageOf({ brand, text }: BrandTexts, { token, link, isUndone }: ShownLink<UnsubscribeLink>): UnsubscribePage {
  const values = { brand: brand.name }
  const settings = { url: `${brand.origin}/settings`, label: text('unsubscribe.settings') }
  if (!link)
    return { title: text('unsubscribe.invalidTitle'), text: text('unsubscribe.invalid', values), link: settings }
  const path = `${publicPath}/${encodeURIComponent(token)}`
  const { profile, canReturn } = link
  if (profile.state === 'subscribed' && isUndone) {
    return { title: text('unsubscribe.againTitle'), text: text('unsubscribe.again', values) }
  }
  if (profile.state === 'subscribed' || profile.state === 'pending') {
    const form = { action: path, label: text('unsubscribe.confirm'), fields: pageFields }
    return { title: text('unsubscribe.askTitle'), text: text('unsubscribe.ask', values), form }
  }
  const done = { title: text('unsubscribe.doneTitle'), text: text('unsubscribe.done', values) }
  if (!canReturn) return { ...done, link: settings }
  return { ...done, form: { action: `${path}/subscribe`, label: text('unsubscribe.undo'), fields: {} } }
}
