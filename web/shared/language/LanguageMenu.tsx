import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { languageNames } from '../../../schema/rules/languageNames.ts'
import { useSession } from '../../app/sessionContext.ts'
import { Button } from '../../ui/Button.tsx'
import { LanguageIcon } from '../../ui/laterIcons.tsx'
import { MenuButton } from '../../ui/MenuButton.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { chooseLanguage } from './chooseLanguage.ts'
import styles from './LanguageMenu.module.css'

/** Shows the language of the page, and changes it to another one of the brand. */
export function LanguageMenu() {
  const { formatMessage } = useIntl()
  const { config, locale } = useSession()
  const [hasFailed, setFailed] = useState(false)
  const names = languageNames(config.locales)
  const label = formatMessage({ id: 'language.title' })
  return (
    <div>
      <MenuButton
        label={label}
        entries={names.map(({ locale: id, name }) => ({ id, label: name, lang: id }))}
        chosen={locale}
        onChoose={(chosen) => setFailed(chosen !== locale && !chooseLanguage(chosen))}
      >
        {(trigger) => (
          <Button {...trigger} variant="quiet" size="small" icon={<LanguageIcon size={18} />}>
            <VisuallyHidden>{label} </VisuallyHidden>
            <span lang={locale}>{names.find((each) => each.locale === locale)?.name}</span>
          </Button>
        )}
      </MenuButton>
      {hasFailed && (
        <p role="alert" className={styles.problem}>
          <FormattedMessage id="language.notSaved" />
        </p>
      )}
    </div>
  )
}
