import { useIntl } from 'react-intl'
import { LanguageMenu } from '../../shared/language/LanguageMenu.tsx'
import { PlainPageFrame } from '../../shared/page/PageFrame.tsx'

/** Shows the language of the website, and lets the customer change it. */
export function LanguagePage() {
  const { formatMessage } = useIntl()
  return (
    <PlainPageFrame back="settings" text={formatMessage({ id: 'language.text' })}>
      <LanguageMenu />
    </PlainPageFrame>
  )
}
