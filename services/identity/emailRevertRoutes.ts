import type { ServiceApp } from '../platform/contract.ts'
import { findRevertibleChange, revertEmailChange } from './emailRevert.ts'
import { type MailedPageOptions, registerNewPasswordPage } from './newPasswordRoutes.ts'
import { emailRevertedPage, emailRevertPage, emailRevertRefusedPage } from './pages/emailRevertPages.ts'

/** Registers the page of the link that goes to the old address when the e-mail address of an account was changed. */
export function registerEmailRevert(app: ServiceApp, options: MailedPageOptions): void {
  registerNewPasswordPage(app, options, {
    path: '/email-revert',
    summary: 'reverts a changed e-mail address, and sets a new password',
    async find(token) {
      const change = await findRevertibleChange(options.database, token)
      return change && { name: change.name, email: change.oldEmail }
    },
    submit: async (request) => revertEmailChange(options, request),
    formPage: emailRevertPage,
    donePage: (context, { email }) => emailRevertedPage(context, email),
    refusedPage: emailRevertRefusedPage,
  })
}
