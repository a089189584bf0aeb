import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { idsWhere, readCatalogue, translations } from './catalogueFiles.ts'

const english = readCatalogue('en-GB')
const areas = [...new Set(Object.keys(english).map((id) => id.split('.')[0]))].join('|')

/** Ids that the code builds at run time, with the inserted values. */
const builtIds: Readonly<Record<string, readonly string[]>> = {
  'address.${field}': ['addition', 'city', 'houseNumber', 'name', 'organization', 'postalCode', 'region', 'street'],
  'business.${field}': ['company', 'vatId', 'registrationNumber'],
  'business.status.${status}': ['DEFAULT', 'NEW', 'BLOCKED'],
  'dataDownload.${part}': ['profile', 'signIns', 'consents', 'payment', 'orders', 'invoices'],
  'demoProvider.${choice}': ['card', 'refusedCard', 'directDebit', 'cancel'],
  'editor.payment.${outcome}': ['FAILS', 'PENDING', 'SUCCEEDS'],
  'editor.placed.${order.payment}': ['FAILED', 'PENDING'],
  'editor.voucher.${state}': [
    'ACCEPTED',
    'BELOW_MINIMUM',
    'EXPIRED',
    'NOT_FOR_PRODUCTS',
    'RESERVED',
    'TOO_MANY_ATTEMPTS',
    'UNAVAILABLE',
    'UNKNOWN',
    'USED',
    'WRONG_CURRENCY',
  ],
  'emailChange.link.${problem}': ['EXPIRED', 'OTHER_ACCOUNT', 'UNKNOWN', 'USED'],
  'ftp.outcome.${outcome}': [
    'ACCEPTED',
    'REFUSED',
    'REDIRECTED',
    'NO_PUBLIC_ADDRESS',
    'CONNECTION_FAILED',
    'CERTIFICATE_NOT_VALID',
    'TIMED_OUT',
  ],
  'ftp.problem.${problem}': ['NOT_A_URL', 'NOT_HTTPS', 'HAS_CREDENTIALS', 'PORT_NOT_ALLOWED', 'HOST_NOT_PUBLIC'],
  'identity.error.${error}': ['expired', 'request', 'unavailable'],
  'identity.error.${error}Title': ['expired', 'request', 'unavailable'],
  'identity.problem.${problem.code}': [
    'credentials',
    'currentPasswordMissing',
    'currentPasswordWrong',
    'emailInvalid',
    'emailMissing',
    'emailTaken',
    'nameMissing',
    'nameTooLong',
    'passkey',
    'passkeyExpired',
    'passwordGuessable',
    'passwordLikeEmail',
    'passwordMissing',
    'passwordTooLong',
    'passwordTooShort',
    'passwordUnchanged',
    'termsMissing',
  ],
  'import.${phase}.text': ['deleting', 'done', 'failed', 'invited', 'running', 'settling'],
  'import.${phase}.title': ['deleting', 'done', 'failed', 'invited', 'running', 'settling'],
  'invoice.${name}': ['description', 'gross', 'net', 'quantity', 'vat', 'vatRate'],
  'order.address.refused.${refusal.kind}': [
    'invalid',
    'closed',
    'priceChanges',
    'changedMeanwhile',
    'missing',
    'failed',
  ],
  'order.deliveryType.${type}': ['HOME', 'PICKUP_POINT', 'CHANGING'],
  'order.event.${kind}': [
    'PLACED',
    'PAID',
    'PAYMENT_FAILED',
    'ADDRESS_CHANGED',
    'PRODUCTION_STARTED',
    'DELAYED',
    'PRODUCTION_COMPLETED',
    'PARCEL_DISPATCHED',
    'DELIVERED',
    'CANCELLED',
  ],
  'order.headline.${headline}': ['AWAITING_PAYMENT', 'ORDERED', 'IN_PRODUCTION', 'SENT', 'DELIVERED', 'CANCELLED'],
  'order.unavailable.${reason}': [
    'PICKUP_POINT',
    'ORDER_CANCELLED',
    'PRODUCTION_STARTED',
    'ORDER_UNPAID',
    'NOTHING_TO_ORDER',
  ],
  'orders.empty.${state}': ['inProgress', 'history'],
  'orders.list.${state}': ['inProgress', 'history'],
  'orders.status.${status}': ['AWAITING_PAYMENT', 'ORDERED', 'IN_PRODUCTION', 'SENT', 'CANCELLED'],
  'orders.to.${other}': ['inProgress', 'history'],
  'outbox.${id}': ['back', 'empty', 'from', 'html', 'sent', 'text', 'title', 'to'],
  'payment.add.${failure}': ['failed', 'providerUnavailable', 'tooMany', 'notAllowed'],
  'payment.kind.${kind}': ['CARD', 'DIRECT_DEBIT'],
  'payment.kind.${nameOf(kind)}': ['CARD', 'DIRECT_DEBIT', 'OTHER'],
  'payment.outcome.${result}': [
    'checking',
    'failed',
    'providerUnavailable',
    'notFound',
    'STORED',
    'PENDING',
    'REFUSED',
    'CANCELLED',
    'EXPIRED',
    'SUPERSEDED',
    'UNFINISHED',
  ],
  'personalDetails.${field}': ['firstName', 'lastName', 'phone', 'dateOfBirth', 'locale'],
  'preview.${direction}': ['next', 'previous'],
  'preview.fact.${id}': [
    'coordinates',
    'camera',
    'dimensions',
    'exposure',
    'file',
    'lens',
    'owner',
    'picture',
    'place',
    'prints',
    'size',
    'taken',
    'uploaded',
  ],
  'preview.notShown.${notShown}': ['FAILED', 'TOO_LARGE', 'UNREADABLE'],
  'preview.notShown.${reason}': ['FAILED', 'TOO_LARGE', 'UNREADABLE'],
  'prints.quality.${quality}': ['acceptable', 'excellent', 'good', 'low'],
  'reorder.skip.${reason}': ['NOT_SOLD', 'PHOTOS_MISSING'],
  'settings.refused.${refusal.kind}': ['invalid', 'changedMeanwhile', 'signIn', 'blocked', 'failed'],
  'shipment.status.${status}': [
    'DISPATCHED',
    'IN_TRANSIT',
    'OUT_FOR_DELIVERY',
    'READY_FOR_PICKUP',
    'DELIVERY_FAILED',
    'DELIVERED',
  ],
  'upload.${reason}.stop': ['signOut', 'stop'],
  'upload.${reason}.text': ['signOut', 'stop'],
  'upload.${reason}.title': ['signOut', 'stop'],
  'upload.title.${phase}': ['chosen', 'empty', 'ended', 'running'],
  'voucher.state.${state}': ['AVAILABLE', 'RESERVED', 'USED', 'RETURNED', 'EXPIRED'],
}

/** Messages whose translation equals the English text, and the languages of these translations. */
const sameAsEnglish: Readonly<Record<string, string>> = {
  'accountDeletion.photos': 'fr',
  'address.name': 'de',
  'albums.photos': 'fr',
  'common.details': 'nl de',
  'common.reference': 'da',
  'consent.marketing': 'nl fr de es it',
  'downloads.unnamed': 'fr',
  'editor.photosCount': 'fr',
  'editor.pixels': 'nl fr',
  'editor.total': 'fr es',
  'feedback.button': 'nl de it da',
  'feedback.send': 'da',
  'footer.privacy': 'nl it',
  'ftp.test': 'da nb',
  'help.contact.email': 'nl fr it da',
  'help.group.account': 'nl it',
  'help.group.photos': 'fr',
  'help.privacy.cookies': 'nl fr de es da',
  'identity.error.reference': 'da',
  'identity.field.email': 'nl fr it da',
  'identity.field.name': 'de',
  'identity.field.password': 'it',
  'identity.page.title': 'nl fr de es it sv da nb',
  'identity.problem.title': 'es',
  'invoice.date': 'fr',
  'invoice.fact': 'nl de es it sv da nb',
  'invoice.total': 'fr es',
  'language.direction': 'nl fr de es it sv da nb',
  'library.backToMenu': 'nl fr it da',
  'menu.albums': 'nl fr',
  'menu.downloads': 'nl de da',
  'menu.home': 'nl it',
  'menu.photos': 'fr',
  'order.quantityAt': 'nl fr de es it sv da nb',
  'order.quantityOf': 'nl fr de es it sv da nb',
  'order.subtotal': 'es da',
  'order.total': 'fr es',
  'overview.albums': 'nl fr',
  'overview.photos': 'fr',
  'pages.label': 'fr',
  'pages.page': 'fr',
  'photo.named': 'fr',
  'preview.download': 'da',
  'preview.fact.camera': 'nl',
  'preview.fact.dimensions': 'fr',
  'preview.information': 'sv',
  'preview.keys.information': 'sv',
  'preview.label': 'fr',
  'preview.unnamed': 'fr',
  'preview.zoom': 'da nb',
  'prints.size': 'nl fr de es it sv da nb',
  'projects.pages': 'fr',
  'selection.download': 'da',
  'sharedAlbum.participants': 'fr',
  'signInSecurity.passkeys.name': 'de',
  'signInSecurity.passkeys.title': 'nl de',
  'signInSecurity.password.title': 'it',
  'timeline.photosCount': 'fr',
  'toasts.region': 'fr',
  'upload.start': 'da',
  'upload.stop.stop': 'da',
  'voucher.code': 'nl',
}

test.each(translations)('the catalogue %s is translated', (locale) => {
  const catalogue = readCatalogue(locale)
  const language = locale.slice(0, 2)
  const same = idsWhere(catalogue, (id, message) => message === english[id])
  const allowed = Object.keys(sameAsEnglish).filter((id) => sameAsEnglish[id]?.split(' ').includes(language))
  expect(same).toEqual(allowed)
})

describe('the code and the catalogue', () => {
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', 'web', 'services'], {
    encoding: 'utf8',
  })
    .split('\n')
    .filter((file) => /\.(?:tsx?|html)$/.test(file) && !file.includes('__generated__'))
  const sources = files.map((file) => ({ file, source: readFileSync(file, 'utf8') }))
  const built = Object.entries(builtIds).flatMap(([template, values]) =>
    values.map((value) => template.replace(/\$\{[^}]+\}/, value)),
  )

  /** Returns what a pattern captures in the files of a part. */
  function caught(pattern: RegExp, part: string): string[] {
    const parts = sources.filter(({ file }) => file.startsWith(part))
    return [...new Set(parts.flatMap(({ source }) => [...source.matchAll(pattern)].map((match) => match[1] ?? '')))]
  }

  test('every message that the code names exists', () => {
    const named = [
      // In the client, no other string looks like a message id, so this also finds ids in conditions and tables.
      ...caught(new RegExp(`['"]((?:${areas})\\.[A-Za-z.]+)['"]`, 'g'), 'web/'),
      ...caught(/\bformatMessage\(\s*\{\s*id:\s*['"]([^'"]+)['"]/g, 'web/'),
      ...caught(/<FormattedMessage\s+id="([^"]+)"/g, 'web/'),
      ...caught(/\{message:([\w.]+)\}/g, 'web/index.html'),
      ...caught(/\b(?:messages|writer)\.(?:text|rich)\(\s*['"]([^'"]+)['"]/g, 'services/'),
      ...built,
    ]
    expect(named).toEqual(expect.arrayContaining(['common.close', 'overview.photos', 'startup.title', 'upload.start']))
    expect(named).toEqual(expect.arrayContaining(['identity.signIn.title', 'identity.signIn.register']))
    expect(named.filter((id) => !(id in english))).toEqual([])
  })

  test('only the listed ids are built at run time', () => {
    const templates = caught(new RegExp(`\`((?:${areas})\\.[^\`\\n]*\\$\\{[^\`\\n]*)\``, 'g'), '')
    expect(templates.toSorted()).toEqual(Object.keys(builtIds))
  })

  test('every message is used', () => {
    const literals = new Set([...caught(/['"]([\w.]+)['"]/g, ''), ...caught(/\{message:([\w.]+)\}/g, ''), ...built])
    expect(Object.keys(english).filter((id) => !literals.has(id))).toEqual([])
  })
})
