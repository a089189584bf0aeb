import { featuresAt, writtenLinksIn } from '../../platform/brands/brand.ts'
import { type Content, html } from '../../platform/html.ts'
import { formatBytes } from './formatBytes.ts'
import { linked, type Places, type SiteContext, type SitePage } from './sitePage.ts'

/** The length of a day (s), because texts name periods in days. */
const secondsPerDay = 86_400

interface Paragraph {
  readonly id: string
  readonly links?: Places
  readonly values?: Readonly<Record<string, string | number>>
}

interface Question {
  readonly id: string
  readonly answer: readonly Paragraph[]
}

interface Group {
  readonly id: string
  readonly questions: readonly Question[]
}

/** The frequently asked questions. A brand that does not offer something has no question about it. */
export function questionsPage(context: SiteContext): SitePage {
  const { brand, messages } = context
  const title = messages.text('help.title')
  const { customerCare } = writtenLinksIn(brand, messages.locale)
  return {
    title,
    content: html`<h1>${title}</h1>
      ${groupsOf(context).map(
        ({ id, questions }) =>
          html`<section>
            <h2>${messages.text(id)}</h2>
            ${questions.map((question) => renderQuestion(context, question))}
          </section>`,
      )}
      <p class="more">${linked(context, 'help.contactLink', { contact: customerCare })}</p>`,
  }
}

function renderQuestion(context: SiteContext, { id, answer }: Question): Content {
  return html`<h3>${context.messages.text(id)}</h3>
    ${answer.map((one) => html`<p>${linked(context, one.id, one.links ?? {}, one.values)}</p>`)}`
}

function groupsOf(context: SiteContext): readonly Group[] {
  return [
    { id: 'help.group.photos', questions: aboutPhotos(context) },
    { id: 'help.group.orders', questions: aboutOrders() },
    { id: 'help.group.account', questions: aboutAccount(context) },
  ]
}

const photos = '/my-photos/photos'

function aboutPhotos({ brand, messages: { locale }, config }: SiteContext): readonly Question[] {
  const features = featuresAt(brand, new URL(brand.origin).host)
  const { trashDays, quotaBytes, channel } = brand
  const space =
    quotaBytes === null ? [] : [{ id: 'help.formats.space', values: { space: formatBytes(quotaBytes, locale) } }]
  const size = formatBytes(config.storage.maxUploadBytes, locale)
  const trash =
    trashDays === 0
      ? { id: 'help.trash.none' }
      : { id: 'help.trash.answer', links: { trash: '/my-photos/trash' }, values: { days: trashDays } }
  return [
    ...(features['PhotoManagementUploadViewEnabled'] === true
      ? [
          {
            id: 'help.upload.question',
            answer: [{ id: 'help.upload.answer', links: { photos, start: '/start' } }],
          },
        ]
      : []),
    { id: 'help.formats.question', answer: [{ id: 'help.formats.answer', values: { size } }, ...space] },
    ...(features['PhotoManagementAlbumViewEnabled'] === true
      ? [
          {
            id: 'help.albums.question',
            answer: [{ id: 'help.albums.answer', links: { albums: '/my-photos/albums' } }],
          },
        ]
      : []),
    { id: 'help.trash.question', answer: [trash] },
    { id: 'help.download.question', answer: [{ id: 'help.download.answer', links: { downloads: '/downloads' } }] },
    // The channel p has no exports (specification of the photo library).
    ...(channel === 'p'
      ? []
      : [{ id: 'help.export.question', answer: [{ id: 'help.export.answer', links: { photos } }] }]),
    { id: 'help.share.question', answer: [{ id: 'help.share.answer', links: { books: '/online-products' } }] },
  ]
}

function aboutOrders(): readonly Question[] {
  const links = { orders: '/orders' }
  return [
    { id: 'help.prints.question', answer: [{ id: 'help.prints.answer', links: { photos } }] },
    { id: 'help.orders.question', answer: [{ id: 'help.orders.answer', links }] },
    { id: 'help.voucher.question', answer: [{ id: 'help.voucher.answer' }] },
    { id: 'help.invoice.question', answer: [{ id: 'help.invoice.answer', links }] },
  ]
}

function aboutAccount({ config }: SiteContext): readonly Question[] {
  const days = Math.round(config.deletion.graceSeconds / secondsPerDay)
  return [
    { id: 'help.addresses.question', answer: [{ id: 'help.addresses.answer', links: { settings: '/settings' } }] },
    { id: 'help.passkey.question', answer: [{ id: 'help.passkey.answer', links: { security: '/settings/sign-in' } }] },
    {
      id: 'help.deletion.question',
      answer: [{ id: 'help.deletion.answer', links: { deletion: '/settings/delete-account' }, values: { days } }],
    },
  ]
}
