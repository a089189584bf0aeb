import type { ReactNode } from 'react'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { isRightToLeft } from '../shared/direction.ts'

interface LanguageProviderProps {
  readonly locale: string
  readonly children: ReactNode
}

/**
 * Tells the components of React Aria the language of the page and its direction. The components take the direction from
 * the script of the locale. So if a catalogue is read from right to left but its language is not, a script with this
 * direction is added to the locale. The journeys in e2e/ need this when they run with English texts from right to left.
 */
export function LanguageProvider({ locale, children }: LanguageProviderProps) {
  const tag = isRightToLeft() ? new Intl.Locale(locale, { script: 'Arab' }).toString() : locale
  return <I18nProvider locale={tag}>{children}</I18nProvider>
}
