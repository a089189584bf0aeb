import type { ServiceApp } from '../platform/contract.ts'
import { registerRequestPage } from './linkRoutes.ts'
import { type MailedPageOptions, registerNewPasswordPage } from './newPasswordRoutes.ts'
import { linkRefusedPage, passwordResetRequestPage } from './pages/linkPages.ts'
import { passwordChangedPage, passwordResetPage } from './pages/passwordResetPages.ts'
import { requestPasswordReset } from './passwordMails.ts'
import { findResetAccount, resetPassword } from './passwordReset.ts'

const path = '/password-reset'

/** Registers the pages for a forgotten password: the page that mails a link, and the page that this link opens. */
export function registerPasswordReset(app: ServiceApp, options: MailedPageOptions): void {
  registerRequestPage(app, options, {
    path,
    summaries: ['Shows the form to request a link that resets the password', 'Mails a link that resets the password'],
    formPage: passwordResetRequestPage,
    request: requestPasswordReset,
  })
  registerNewPasswordPage(app, options, {
    path,
    summary: 'sets a new password',
    find: async (token) => findResetAccount(options.database, token),
    submit: async (request) => resetPassword(options, request),
    formPage: passwordResetPage,
    donePage: passwordChangedPage,
    refusedPage: (context, client) =>
      linkRefusedPage(context, `/identity${path}?${new URLSearchParams({ client }).toString()}`),
  })
}
