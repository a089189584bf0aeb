import type { ShareMail } from '../../upstream/widgets/widgetsClient.ts'
import { checkLocale } from '../shared/locale.ts'
import type { PreviewWidgetMailInput } from '../../__generated__/resolvers.ts'

/** The texts of a mail. @throws BAD_USER_INPUT if the language is not a language tag */
export function shareMailOf({
  senderName,
  message,
  channel,
  locale,
}: Omit<PreviewWidgetMailInput, 'widgetId'>): ShareMail {
  return { vendorId: channel, senderName, message, locale: checkLocale(locale) }
}
