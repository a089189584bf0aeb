import { linksIn } from '../../platform/brands/brand.ts'
import { type Html, html } from '../../platform/html.ts'
import { type PageContext, page } from './layout.ts'
import { type NewPasswordForm, newPasswordPage } from './newPasswordForm.ts'

/** Says what happens if the change of the e-mail address is reverted, and asks for a new password. */
export function emailRevertPage(context: PageContext, form: NewPasswordForm): Html {
  const { messages } = context
  return newPasswordPage(context, form, {
    title: messages.text('identity.emailRevert.title'),
    lead: messages.text('identity.emailRevert.lead', { email: form.email }),
    submit: messages.text('identity.emailRevert.submit'),
  })
}

export function emailRevertedPage(context: PageContext, email: string): Html {
  const { messages } = context
  const title = messages.text('identity.emailRevert.doneTitle')
  const content = html` <h1>${title}</h1>
    <p class="lead">${messages.text('identity.emailRevert.done', { email })}</p>
    <div class="actions"><a class="primary" href="${context.homeUrl}">${messages.text('identity.link.home')}</a></div>`
  return page(context, { title, content })
}

/** Says that the link was used, has expired, or was ended by another revert. */
export function emailRevertRefusedPage(context: PageContext): Html {
  const { messages, brand, homeUrl } = context
  const title = messages.text('identity.link.refusedTitle')
  const { customerCare } = linksIn(brand, messages.locale)
  const content = html` <h1>${title}</h1>
    <p class="lead">${messages.text('identity.emailRevert.refused')}</p>
    <div class="actions">
      <a class="primary" href="${customerCare}">${messages.text('footer.customerCare')}</a>
      <a class="secondary" href="${homeUrl}">${messages.text('identity.link.home')}</a>
    </div>`
  return page(context, { title, content })
}
