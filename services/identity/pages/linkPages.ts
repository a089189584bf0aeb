import { lockedNotice, textField } from './fields.ts'
import { type Html, html } from '../../platform/html.ts'
import { type PageContext, page } from './layout.ts'

export interface LinkRequestForm {
  readonly action: string
  readonly email: string
  /** How long to wait (s) if this network has requested too many links; otherwise null. */
  readonly lockedSeconds: number | null
}

/** Asks for the address to which a link is mailed. The link confirms the address. */
export function linkRequestPage(context: PageContext, form: LinkRequestForm): Html {
  const { messages, brand } = context
  const title = messages.text('identity.link.title')
  return requestPage(context, form, { title, lead: messages.text('identity.link.lead', { brand: brand.name }) })
}

/** Asks for the address to which a link is mailed. The link resets the password. */
export function passwordResetRequestPage(context: PageContext, form: LinkRequestForm): Html {
  const { messages } = context
  const title = messages.text('identity.passwordReset.requestTitle')
  return requestPage(context, form, { title, lead: messages.text('identity.passwordReset.requestLead') })
}

/** Keeps what was typed. */
function requestPage(
  context: PageContext,
  form: LinkRequestForm,
  { title, lead }: { readonly title: string; readonly lead: string },
): Html {
  const { messages } = context
  const failed = form.lockedSeconds !== null
  const content = html` <h1>${title}</h1>
    <p class="lead">${lead}</p>
    ${form.lockedSeconds !== null && lockedNotice(messages, 'identity.link.locked', form.lockedSeconds)}
    <form method="post" action="${form.action}">
      ${textField(messages, {
        name: 'email',
        type: 'email',
        label: messages.text('identity.field.email'),
        value: form.email,
        autocomplete: 'username',
        autofocus: !failed,
        problems: [],
      })}
      <button class="primary" type="submit">${messages.text('identity.link.submit')}</button>
    </form>`
  return page(context, { title, failed, content })
}

/** Says that a link was mailed. The same for every address, so that it reveals no accounts. */
export function linkSentPage(context: PageContext): Html {
  const { messages } = context
  const title = messages.text('identity.link.sentTitle')
  const content = html` <h1>${title}</h1>
    <p class="lead">${messages.text('identity.link.sent')}</p>`
  return page(context, { title, content })
}

/**
 * Asks the visitor to confirm. Opening the page does not use the link, because programs that check mails open every
 * link. Only sending the form uses it.
 */
export function linkOpenedPage(context: PageContext, action: string): Html {
  const { messages, brand } = context
  const title = messages.text('identity.link.openedTitle')
  const content = html` <h1>${title}</h1>
    <p class="lead">${messages.text('identity.link.opened', { brand: brand.name })}</p>
    <form method="post" action="${action}">
      <button class="primary" type="submit">${messages.text('identity.link.confirm')}</button>
    </form>`
  return page(context, { title, content })
}

export function linkUsedPage(context: PageContext): Html {
  const { messages } = context
  const title = messages.text('identity.link.usedTitle')
  const content = html` <h1>${title}</h1>
    <p class="lead">${messages.text('identity.link.used')}</p>
    <div class="actions"><a class="primary" href="${context.homeUrl}">${messages.text('identity.link.home')}</a></div>`
  return page(context, { title, content })
}

/** Says that a link was used before or has expired. */
export function linkRefusedPage(context: PageContext, requestPath: string): Html {
  const { messages } = context
  const title = messages.text('identity.link.refusedTitle')
  const content = html` <h1>${title}</h1>
    <p class="lead">${messages.text('identity.link.refused')}</p>
    <div class="actions">
      <a class="primary" href="${requestPath}">${messages.text('identity.link.another')}</a>
      <a class="secondary" href="${context.homeUrl}">${messages.text('identity.link.home')}</a>
    </div>`
  return page(context, { title, content })
}
